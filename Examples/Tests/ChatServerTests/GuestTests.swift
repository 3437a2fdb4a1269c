// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatClient
import ChatProtocol
import ChatServer
import ChatTestSupport
import Foundation
import Testing

@Suite("Those without an account", .timeLimit(.minutes(30)))
struct GuestTests {
    let hall = RoomName.sample("hall")

    private static func allow(_ configuration: inout ChatServer.Configuration) {
        configuration.guestRooms = [.sample("hall")]
    }

    /// The server's answer to the first frame: a frame, or the code with which it closes the connection.
    private func answer(_ frame: ClientFrame, _ run: ServerRun) async throws -> (ServerFrame?, UInt16?) {
        try await RawClient.open(run.port) { reader, client in
            try await client.send(frame)
            while let next = try await reader.frame() {
                if next.opcode == 1 { return (try FrameCoding.frame(ServerFrame.self, from: next.text), nil) }
                if let code = next.code { return (nil, code) }
            }
            return (nil, nil)
        }
    }

    @Test("A guest reads and talks in the rooms that allow it, and in no other")
    func rooms() async throws {
        try await ServerRun.with(Self.allow) { run in
            let token = try await run.token("ada")
            var ada = try await Guest("ada", token: token, port: run.port)
            try await ada.join(hall)
            var eve = try await Guest(guest: "eve", port: run.port)
            try await eve.join(hall)
            await eve.say(1, in: hall)
            let heard = try await ada.messages([hall: 1])[hall]?.first
            #expect(heard?.author.text == "~eve")
            #expect(heard?.author.isGuest == true)
            await eve.send(.join(room: .sample("cellar"), after: nil))
            let refusal = try await eve.next { if case .refused = $0 { true } else { false } }
            guard case .refused(let reason, .sample("cellar"), nil) = refusal else {
                Issue.record("\(refusal)")
                return
            }
            #expect(reason.hasPrefix("Guests may not enter that room"))
            await eve.send(.rename(.sample("ada")))
            let kept = try await eve.next { if case .refused = $0 { true } else { false } }
            #expect(kept == .refused(reason: "Guests keep the name that they came with.", room: nil, id: nil))
        }
    }

    @Test("No guest is called like an account or like another guest, or looks so")
    func names() async throws {
        try await ServerRun.with(Self.allow) { run in
            _ = try await run.token("bob")
            let eve = try await Guest(guest: "oliver", port: run.port)
            for name in ["bob", "b0b", "oliver", "0liver", "o1iver"] {
                let (_, code) = try await answer(.guest(name: .sample(name)), run)
                #expect(code == CloseCode.refused.rawValue, "\(name)")
            }
            withExtendedLifetime(eve) {}
        }
    }

    @Test("No account has a name with a tilde, neither to sign in with nor to be shown with")
    func tildes() async throws {
        try await ServerRun.with(Self.allow) { run in
            let (frame, _) = try await answer(.signUp(name: .sample("~eve"), password: "correct horse"), run)
            #expect(frame == .refused(reason: AccountName.rule, room: nil, id: nil))
            var bob = try await Guest("bob", token: try await run.token("bob"), port: run.port)
            for name in ["~eve", "～eve", "∼eve", "˜eve", "〜eve"] {
                await bob.send(.rename(.sample(name)))
                let answer = try await bob.next { if case .refused = $0 { true } else { false } }
                #expect(
                    answer == .refused(reason: AccountProblem.alike.rawValue, room: nil, id: nil),
                    "\(name)"
                )
            }
        }
    }

    @Test("A server without rooms for guests refuses guests")
    func none() async throws {
        try await ServerRun.with { run in
            let (_, code) = try await answer(.guest(name: .sample("eve")), run)
            #expect(code == CloseCode.refused.rawValue)
        }
    }

    @Test("Guests have fewer places than members, and reconnect later if there is none")
    func places() async throws {
        try await ServerRun.with {
            Self.allow(&$0)
            $0.guestLimit = 1
        } _: { run in
            let first = try await Guest(guest: "eve", port: run.port)
            let (_, code) = try await answer(.guest(name: .sample("dan")), run)
            #expect(code == CloseCode.tryAgainLater.rawValue)
            // A member has a place.
            _ = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            withExtendedLifetime(first) {}
        }
    }

    @Test("A guest who sends too many frames is cut off sooner than a member")
    func pace() async throws {
        try await ServerRun.with {
            Self.allow(&$0)
            $0.guestFramesPerSecond = 5
            $0.now = { 1_700_000_000 }
        } _: { run in
            try await RawClient.open(run.port) { reader, client in
                try await client.send(.guest(name: .sample("eve")))
                try await client.send(.join(room: hall, after: nil))
                for _ in 0..<10 { try? await client.send(.who(room: hall)) }
                let code = try await reader.closeCode()
                #expect(code == CloseCode.tooMany.rawValue)
            }
        }
    }

    @Test("A token brings a guest back under the name after a restart; a repeated message is stored once")
    func comingBack() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "chat-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = try await ServerRun.with(folder: folder, Self.allow) { run in
            var eve = try await Guest(guest: "eve", port: run.port)
            try await eve.join(hall)
            await eve.say(1, in: hall)
            _ = try await eve.messages([hall: 1])
            return eve.token
        }
        try await ServerRun.with(folder: folder, Self.allow) { run in
            var eve = try await Guest("eve", token: token, port: run.port)
            try await eve.join(hall)
            await eve.say(1, in: hall)
            await eve.say(2, in: hall)
            let numbers = try await eve.messages([hall: 2])[hall]?.map(\.number)
            #expect(numbers == [1, 2])
            // No other guest has the name meanwhile.
            let (_, code) = try await answer(.guest(name: .sample("eve")), run)
            #expect(code == CloseCode.refused.rawValue)
        }
    }
}
