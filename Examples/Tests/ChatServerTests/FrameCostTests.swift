// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatSocket
import CostTestSupport
import NIOCore
import NIOWebSocket
import Testing

@Suite("The cost of assembling frames", .timeLimit(.minutes(30)))
struct FrameCostTests {
    @Test("The cost of a message is linear in its length, however many pieces it has")
    func pieces() throws {
        let growth = try ProcessorTime.growth(
            from: 1 << 20,
            of: { size in
                (0..<MessageAssembler.frameLimit).map { number in
                    WebSocketFrame(
                        fin: number == MessageAssembler.frameLimit - 1,
                        opcode: number == 0 ? .text : .continuation,
                        data: ByteBuffer(repeating: 0x61, count: size / MessageAssembler.frameLimit)
                    )
                }
            },
            { frames in
                var assembler = MessageAssembler(from: .server, limit: .max)
                for frame in frames { _ = try assembler.take(frame) }
            }
        )
        #expect(growth < ProcessorTime.linearGrowth)
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
