// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import NIOCore
import Testing

@testable import ChatSocket

@Suite("Data that waits to be written to a connection", .timeLimit(.minutes(30)))
struct OutboxTests {
    @Test("is never more than the limit: excess data is dropped, and ends the connection")
    func limits() async {
        let byCount = Outbox(countLimit: 3, byteLimit: 1000)
        for _ in 0..<5 { byCount.send(ByteBuffer(string: "0123456789")) }
        #expect(await waiting(in: byCount) == [10, 10, 10])
        #expect(await end(of: byCount)?.code == .tryAgainLater)
        let byBytes = Outbox(countLimit: 1000, byteLimit: 25)
        for _ in 0..<5 { byBytes.send(ByteBuffer(string: "0123456789")) }
        #expect(await waiting(in: byBytes) == [10, 10])
        #expect(await end(of: byBytes)?.code == .tryAgainLater)
    }

    @Test("makes room when it is written")
    func written() async {
        let outbox = Outbox(countLimit: 1, byteLimit: 10)
        var items = outbox.items.makeAsyncIterator()
        for _ in 0..<5 {
            outbox.send(ByteBuffer(string: "0123456789"))
            guard let item = await items.next() else {
                Issue.record("The outbox has ended.")
                return
            }
            outbox.wrote(item)
        }
    }

    /// The sizes of the items in an outbox that has ended.
    private func waiting(in outbox: Outbox) async -> [Int] {
        await outbox.items.reduce(into: []) { $0.append($1.byteCount) }
    }

    private func end(of outbox: Outbox) async -> SocketEnd? {
        for await end in outbox.ends { return end }
        return nil
    }
}
