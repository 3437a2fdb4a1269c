// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import CostTestSupport
import NIOCore
import NIOWebSocket
import Testing

@testable import ChatSocket

@Suite("The cost of assembling frames", .timeLimit(.minutes(30)))
struct FrameCostTests {
    @Test("A message is copied only when its buffer has doubled, however many pieces it has")
    func pieces() throws {
        var assembler = MessageAssembler(from: .server, limit: .max)
        let piece = ByteBuffer(repeating: 0x61, count: 4096)
        var (addresses, last): (Int, UnsafeRawPointer?) = (0, nil)
        for number in 0..<MessageAssembler.frameLimit - 1 {
            _ = try assembler.take(
                WebSocketFrame(fin: false, opcode: number == 0 ? .text : .continuation, data: piece)
            )
            // A copy is made before its original is released, so it is somewhere else.
            let address = assembler.parts?.withUnsafeReadableBytes { $0.baseAddress }
            if address != last { (addresses, last) = (addresses + 1, address) }
        }
        #expect(assembler.parts?.readableBytes == (MessageAssembler.frameLimit - 1) * 4096)
        // Twice as much each time: 4 KiB to 1 MiB.
        #expect(addresses <= 10)
    }

    @Test("Messages that are never finished are refused, and frames between them cost no more than they are")
    func endless() throws {
        let growth = try ProcessorTime.growth(
            from: 5_000,
            of: { count in
                (0..<count).map { _ in
                    WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(repeating: 0x61, count: 125))
                }
            },
            { frames in
                var assembler = MessageAssembler(from: .server, limit: 1024)
                _ = try assembler.take(
                    WebSocketFrame(fin: false, opcode: .text, data: ByteBuffer(string: "a"))
                )
                for frame in frames { _ = try assembler.take(frame) }
            }
        )
        #expect(growth < ProcessorTime.linearGrowth)
        var assembler = MessageAssembler(from: .server, limit: 1024)
        let end = #expect(throws: SocketEnd.self) {
            _ = try assembler.take(WebSocketFrame(fin: false, opcode: .text, data: ByteBuffer()))
            while true {
                _ = try assembler.take(WebSocketFrame(fin: false, opcode: .continuation, data: ByteBuffer()))
            }
        }
        #expect(end?.code == .tooBig)
    }
}
