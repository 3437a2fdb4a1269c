// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatClient
import ChatProtocol
import ChatServer
import ChatTestSupport
import Connection
import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite("A server that is restarted", .timeLimit(.minutes(30)))
struct RestartTests {
    let hall = RoomName.sample("hall")

    @Test("Messages, accounts and sessions are still there, and numbers go on")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "chat-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let hall = hall

        let token = try await ServerRun.with(folder: folder) { run in
            let token = try await run.token("ada")
            var ada = try await Guest("ada", token: token, port: run.port)
            try await ada.join(hall)
            for number in 1...3 { await ada.say(number, in: hall) }
            _ = try await ada.messages([hall: 3])
            return token
        }
        try await ServerRun.with(folder: folder) { run in
            var ada = try await Guest("ada", token: token, port: run.port)
            await ada.send(.join(room: hall, after: 1))
            let page = try await ada.next { if case .messages = $0 { true } else { false } }
            guard case .messages(_, 1, let messages, 3) = page else {
                Issue.record("\(page)")
                return
            }
            #expect(messages.map(\.number) == [2, 3])
            // One that had arrived before, and a new one.
            await ada.say(3, in: hall)
            await ada.say(4, in: hall)
            let answer = try await ada.messages([hall: 2])[hall]?.map(\.number)
            #expect(answer == [3, 4])
        }
    }

    @Test("All clients learn that the server stops, and may reconnect")
    func goodbye() async throws {
        let end = try await ServerRun.with { run in
            let guest = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            return Task { [guest] in
                var guest = guest
                do {
                    try await guest.next { _ in false }
                    return CloseCode?.none
                } catch let end as Guest.Closed {
                    return end.code
                }
            }
        }
        let code = try await end.value
        #expect(code == .goingAway)
        #expect(CloseCode.goingAway.isWorthRetrying)
    }

    @Test("A client tries several servers one after the other")
    func several() async throws {
        try await ServerRun.with { run in
            // An address without a listener.
            let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(other.localAddress?.port)
            try await other.close()
            let link = SocketLink([port, run.port].map { ChatAddress(host: "127.0.0.1", port: $0) }).link
            var opened: [Bool] = []
            for number in 1...4 {
                var events = link.open(number).makeAsyncIterator()
                opened.append(await events.next() == .opened)
            }
            #expect(opened == [false, true, false, true])
        }
    }

    @Test("A second server cannot take the port, and has opened nothing by then")
    func taken() async throws {
        try await ServerRun.with { run in
            var configuration = ChatServer.Configuration()
            configuration.port = run.port
            let server = ChatServer(configuration) {
                Issue.record("The database is opened.")
                throw CancellationError()
            }
            let problem = await #expect(throws: CannotListen.self) {
                try await server.run { _ in Issue.record("It listens.") }
            }
            #expect(
                problem?.description
                    == "Nothing can listen at 127.0.0.1:\(run.port): another program listens there."
            )
        }
    }

    @Test("A database that cannot be opened gives the port back")
    func unopened() async throws {
        struct Damaged: Error {}
        var configuration = ChatServer.Configuration()
        configuration.port = try await ServerRun.with { run in run.port }
        for _ in 0..<2 {
            let server = ChatServer(configuration) { throw Damaged() }
            await #expect(throws: Damaged.self) { try await server.run { _ in Issue.record("It listens.") } }
        }
    }
}
