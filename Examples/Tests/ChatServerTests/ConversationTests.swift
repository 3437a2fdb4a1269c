// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatSocket
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@Suite("A conversation over a socket", .timeLimit(.minutes(30)))
struct ConversationTests {
    @Test("Ends with the reason of the peer, also if writing fails before that is read")
    func reason() async throws {
        for _ in 1...20 {
            let channel = NIOAsyncTestingChannel()
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).get()
            let frames = try await channel.testingEventLoop.executeInContext {
                try SocketConversation.Frames(wrappingChannelSynchronously: channel)
            }
            let code = ByteBuffer(integer: CloseCode.goingAway.rawValue)
            let text = ByteBuffer(string: "news")
            try await channel.writeInbound(WebSocketFrame(fin: true, opcode: .text, data: text))
            try await channel.writeInbound(WebSocketFrame(fin: true, opcode: .connectionClose, data: code))
            try await channel.close()

            let rules = SocketRules(peer: .server, limit: 1_000)
            let conversation = SocketConversation(rules, outbox: Outbox(countLimit: 10, byteLimit: 1_000))
            // Meanwhile the first ping cannot be written.
            let end = await conversation.run(over: frames) { _ in
                for _ in 1...1_000 { await Task.yield() }
            }
            #expect(end == SocketEnd(.goingAway, "", isByPeer: true))
        }
    }
}
