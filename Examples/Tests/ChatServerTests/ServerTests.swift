// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatServer
import ChatTestSupport
import Testing

@Suite("The server over a socket", .timeLimit(.minutes(30)))
struct ServerTests {
    let hall = RoomName.sample("hall")

    @Test("Signing up and in, with a code that the secret gives")
    func signUp() async throws {
        try await ServerRun.with {
            $0.now = { 3000 }
        } _: { run in
            try await RawClient.open(run.port) { reader, client in
                try await client.send(.signUp(name: AccountName.sample("ada"), password: "correct horse"))
                let text = try #require(try await reader.text { _ in true })
                let frame = try FrameCoding.frame(ServerFrame.self, from: text)
                guard case .signedUp(_, let secret, let address) = frame else {
                    return #expect(text == "signedUp")
                }
                #expect(address.text.hasPrefix("otpauth://totp/Chat:ada?secret=\(secret.text)&"))
                let codes = OneTimePassword(secret: try #require(Base32.bytes(of: secret.text)))
                try await client.send(.signUp(name: AccountName.sample("ada"), password: "another horse"))
                let answer = try await reader.text { _ in true }?.contains("That name is taken.")
                #expect(answer == true)
                let name = AccountName.sample("ada")
                try await client.send(
                    .signIn(name: name, password: "correct horse", code: Confidential(codes.code(at: 3000)))
                )
                let welcome = try await reader.text { _ in true }?.contains("signedIn")
                #expect(welcome == true)
            }
        }
    }

    @Test("Members are notified when others enter, leave, or change their name")
    func presence() async throws {
        let hall = hall
        try await ServerRun.with { run in
            var ada = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            var bob = try await Guest("bob", token: try await run.token("bob"), port: run.port)
            try await ada.join(hall)
            try await bob.join(hall)
            let member = Member(account: AccountName.sample("bob"), name: DisplayName.sample("bob"))
            try await ada.next { $0 == .came(room: hall, member: member) }
            let name = DisplayName.sample("Bob B.")
            await bob.send(.rename(name))
            try await bob.next { $0 == .renamed(name) }
            try await ada.next {
                $0 == .came(room: hall, member: Member(account: member.account, name: name))
            }
            await ada.send(.rename(DisplayName.sample("BOB b.")))
            try await ada.next { $0 == .refused(reason: "That name is taken.", room: nil, id: nil) }
            await bob.say(1, in: hall)
            let message = try await ada.messages([hall: 1])[hall]?.first
            #expect(message?.name == name && message?.author == member.account)
            await bob.send(.leave(room: hall))
            try await ada.next { $0 == .went(room: hall, account: member.account) }
            await bob.say(2, in: hall)
            try await bob.next { frame in
                frame == .refused(reason: "You are not in the room.", room: hall, id: MessageID("10000002"))
            }
        }
    }

    @Test("A connection that is lost without a word leaves its rooms")
    func lost() async throws {
        let hall = hall
        try await ServerRun.with { run in
            var ada = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            try await ada.join(hall)
            try await RawClient.signedIn(run, as: "bob") { reader, client in
                try await client.send(.join(room: hall, after: 0))
                _ = try await reader.text { $0.contains("joined") }
            }
            try await ada.next { $0 == .went(room: hall, account: AccountName.sample("bob")) }
        }
    }

    @Test("A long history arrives in pages, and rooms have a limit")
    func limits() async throws {
        try await ServerRun.with {
            $0.framesPerSecond = .max
            $0.roomLimit = 2
        } _: { run in
            let hall = RoomName.sample("hall")
            var ada = try await Guest("ada", token: try await run.token("ada"), port: run.port)
            try await ada.join(hall)
            for number in 1...60 { await ada.say(number, in: hall) }
            _ = try await ada.messages([hall: 60])
            await ada.send(.history(room: hall, after: 0))
            let page = try await ada.next { if case .messages = $0 { true } else { false } }
            guard case .messages(_, 0, let messages, 60) = page else {
                return #expect(page == .left(room: hall))
            }
            #expect(messages.map(\.number) == Array(1...FrameCoding.pageLength))
            try await ada.join(RoomName.sample("second"))
            let third = RoomName.sample("third")
            await ada.send(.join(room: third, after: nil))
            try await ada.next { $0 == .refused(reason: "There are too many rooms.", room: third, id: nil) }
        }
    }
}
