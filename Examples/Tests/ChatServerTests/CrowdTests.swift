// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatServer
import ChatSocket
import ChatTestSupport
import NIOCore
import NIOPosix
import Testing

@Suite("Silent connections do not lock others out", .timeLimit(.minutes(30)))
struct CrowdTests {
    private static let count = 1_100

    @Test("A client connects while 1,100 connections are silent", arguments: [false, true])
    func silence(areWebSockets: Bool) async throws {
        try await ServerRun.with { run in
            let hall = RoomName.sample("hall")
            var ada = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            try await ada.join(hall)
            let crowd = try await Self.connect(Self.count, to: run.port, asWebSockets: areWebSockets)
            // They are accepted in order, so all of them are in before this one.
            var bob = try await Guest("bob", token: try await run.token("bob"), port: run.port)
            try await bob.join(hall)
            await bob.say(1, in: hall)
            // Who was in before notices nothing.
            let heard = try await ada.messages([hall: 1])[hall]?.map(\.number)
            #expect(heard == [1])
            let dismissed = run.log.text.split(separator: "\n").filter { $0.contains("made room") }.count
            #expect(dismissed >= Self.count - 256)
            #expect(!run.log.text.contains("full"))
            for channel in crowd { channel.close(promise: nil) }
        }
    }

    @Test("Members have places of their own, and one too many is asked to reconnect later")
    func members() async throws {
        try await ServerRun.with {
            $0.connectionLimit = 1
            $0.strangerLimit = 2
        } _: { run in
            let (ada, bob) = (try await run.token("ada"), try await run.token("bob"))
            let code = try await RawClient.open(run.port) { reader, client in
                try await client.send(.resume(token: Confidential(ada)))
                _ = try await reader.text { $0.contains("signedIn") }
                let code = try await RawClient.open(run.port) { reader, client in
                    try await client.send(.resume(token: Confidential(bob)))
                    return try await reader.closeCode()
                }
                let isAnswered = try await client.isAnswered(&reader)
                #expect(isAnswered)
                return code
            }
            #expect(code == 1013)
            var isIn = false
            while !isIn {
                // The server may not have noticed yet that the member has left.
                isIn = try await RawClient.open(run.port) { reader, client in
                    try await client.send(.resume(token: Confidential(bob)))
                    return try await reader.text { _ in true } != nil
                }
            }
        }
    }

    @Test("A server stops while connections are silent")
    func stopping() async throws {
        let crowd = try await ServerRun.with { run in
            try await Self.connect(10, to: run.port, asWebSockets: false)
        }
        for channel in crowd { try await channel.closeFuture.get() }
    }

    @Test("Who has spoken stays longer than those who are silent")
    func spoken() async throws {
        try await ServerRun.with {
            $0.strangerLimitOfAddress = 3
        } _: { run in
            try await RawClient.open(run.port) { reader, client in
                try await client.send(.signUp(name: AccountName.sample("ada"), password: "correct horse"))
                _ = try await reader.text { $0.contains("signedUp") }
                let crowd = try await Self.connect(50, to: run.port, asWebSockets: true)
                // One that is accepted after all of these.
                try await RawClient.signedIn(run, as: "bob") { _, _ in }
                let isAnswered = try await client.isAnswered(&reader)
                #expect(isAnswered)
                for channel in crowd { channel.close(promise: nil) }
            }
        }
    }

    private static func connect(
        _ count: Int,
        to port: Int,
        asWebSockets: Bool
    ) async throws -> [any Channel] {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.hours(10))
        var channels: [any Channel] = []
        for _ in 0..<count {
            let channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
            if asWebSockets {
                // It may have been dismissed by now.
                try? await channel.writeAndFlush(ByteBuffer(string: RawClient.request()))
            }
            channels.append(channel)
        }
        return channels
    }
}
