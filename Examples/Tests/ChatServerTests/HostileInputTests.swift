// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import Accounts
import ChatProtocol
import ChatServer
import ChatSocket
import ChatTestSupport
import NIOCore
import Testing
import TributaryTesting

@Suite("Hostile input is refused, with the right code, and logged", .timeLimit(.minutes(30)))
struct HostileInputTests {
    @Test("Bytes that no client sends", arguments: Violation.all)
    func violation(_ violation: Violation) async throws {
        try await ServerRun.with { run in
            let answer = try await RawClient.open(run.port) { reader, client in
                // The server may have hung up before everything is written.
                try? await client.send(violation.bytes)
                return try await reader.closeCode()
            }
            #expect(answer == violation.code)
            try await logged(run, "\(violation.code)")
        }
    }

    @Test("A stranger can do nothing that requires an account, and receives no messages of members")
    func strangers() async throws {
        let hall = RoomName.sample("hall")
        let frames: [ClientFrame] = [
            .join(room: hall, after: 0), .leave(room: hall), .history(room: hall, after: 0), .who(room: hall),
            .say(room: hall, id: MessageID.sample("00000001"), text: MessageText.sample("Hi")),
            .rename(DisplayName.sample("Eve")),
        ]
        try await ServerRun.with { run in
            try await RawClient.signedIn(run, as: "ada") { reader, client in
                try await client.send(.join(room: hall, after: 0))
                try await client.send(
                    .say(room: hall, id: MessageID.sample("00000002"), text: MessageText.sample("secret"))
                )
                _ = try await reader.text { $0.contains("\"message\"") }
                for frame in frames {
                    let texts = try await RawClient.open(run.port) { reader, client in
                        try await client.send(frame)
                        return try await reader.texts()
                    }
                    #expect(texts == [])
                }
            }
            #expect(run.log.warnings.filter { $0.contains("4401") }.count == frames.count)
        }
    }

    @Test("A wrong token, a wrong password, a wrong code and a replayed one")
    func credentials() async throws {
        try await ServerRun.with {
            $0.now = { 3000 }
        } _: { run in
            let codes = OneTimePassword.random()
            let ada = AccountName.sample("ada")
            let hash = try PasswordHash(of: "correct horse", cost: .negligible)
            try await run.accounts.addAccount(name: ada, password: hash, codes: codes)
            let code = Confidential(codes.code(at: 3000))
            let right = ClientFrame.signIn(name: ada, password: "correct horse", code: code)
            let wrong: [ClientFrame] = [
                .resume(token: "AAAA"),
                .signIn(name: ada, password: "wrong horse", code: code),
                .signIn(name: ada, password: "correct horse", code: "12345"),
                .signIn(name: AccountName.sample("nobody"), password: "correct horse", code: code),
            ]
            for frame in wrong {
                let code = try await end(run, frame)
                #expect(code == 4403)
            }
            try await RawClient.open(run.port) { reader, client in
                try await client.send(right)
                let answer = try await reader.text { $0.contains("signedIn") }
                #expect(answer != nil)
            }
            let again = try await end(run, right)
            #expect(again == 4403)
            #expect(run.log.text.contains("That code was used before"))
            for secret in ["correct horse", "wrong horse", code.text, codes.secretText] {
                #expect(!run.log.text.contains(secret))
            }
        }
    }

    @Test("Guessing ends after five attempts, for all users")
    func guessing() async throws {
        try await ServerRun.with {
            $0.now = { 3000 }
        } _: { run in
            let codes = OneTimePassword.random()
            let ada = AccountName.sample("ada")
            let hash = try PasswordHash(of: "correct horse", cost: .negligible)
            try await run.accounts.addAccount(name: ada, password: hash, codes: codes)
            let wrong = ClientFrame.signIn(name: ada, password: "correct horse", code: "000000x")
            for _ in 0..<Account.failureLimit {
                let code = try await end(run, wrong)
                #expect(code == 4403)
            }
            let right = ClientFrame.signIn(
                name: ada,
                password: "correct horse",
                code: Confidential(codes.code(at: 3000))
            )
            let locked = try await end(run, right)
            #expect(locked == 4429)
        }
    }

    @Test("Too many frames in a second, and too many accounts over one connection")
    func floods() async throws {
        try await ServerRun.with {
            $0.now = { 3000 }
            $0.framesPerSecond = 10
        } _: { run in
            try await RawClient.signedIn(run, as: "ada") { reader, client in
                for _ in 0..<20 { try? await client.send(.who(room: RoomName.sample("hall"))) }
                let code = try await reader.closeCode()
                #expect(code == 4429)
            }
            try await RawClient.open(run.port) { reader, client in
                for number in 0..<5 {
                    try? await client.send(
                        .signUp(name: AccountName.sample("eve\(number)"), password: "correct horse")
                    )
                }
                let code = try await reader.closeCode()
                #expect(code == 4429)
            }
        }
    }

    @Test("Who reads too slowly is cut off, and the others go on")
    func slowReader() async throws {
        try await ServerRun.with {
            $0.framesPerSecond = .max
            $0.outboxBytes = 256 * 1024
        } _: { run in
            let hall = RoomName.sample("hall")
            try await RawClient.signedIn(run, as: "slow", receiveBuffer: 4096) { slowReader, slow in
                try await slow.send(.join(room: hall, after: 0))
                _ = try await slowReader.text { $0.contains("joined") }
                try await RawClient.signedIn(run, as: "ada") { reader, client in
                    try await client.send(.join(room: hall, after: 0))
                    let text = MessageText.sample(String(repeating: "x", count: 2000))
                    var count = 0
                    while !run.log.text.contains("read too slowly") {
                        count += 1
                        let id = MessageID.sample(String(10_000_000 + count))
                        try await client.send(.say(room: hall, id: id, text: text))
                        let answer = try await reader.text { $0.contains(id.text) }
                        #expect(answer != nil)
                        try #require(count < 5_000)
                    }
                    // The others have not noticed.
                    try await client.send(.who(room: hall))
                    let answer = try await reader.text { $0.contains("members") }?.contains("slow")
                    #expect(answer == false)
                }
                let code = try await slowReader.closeCode()
                #expect(code == 1013)
            }
            try await logged(run, "1013")
        }
    }

    @Test("A page of another site, another path and plain HTTP get no WebSocket")
    func http() async throws {
        try await ServerRun.with { run in
            let requests = [
                RawClient.request(more: "Origin: https://example.com\r\n"), RawClient.request(path: "/other"),
                "GET /chat HTTP/1.1\r\nHost: localhost\r\n\r\n",
            ]
            for request in requests {
                let head = try await RawClient.connect(run.port) { reader, client in
                    try await client.send(request)
                    return try await reader.head()
                }
                #expect(head.hasPrefix("HTTP/1.1 426"), "\(head)")
            }
        }
    }

    @Test("Random bytes end the connection, and the server continues")
    func noise() async throws {
        try await ServerRun.with { run in
            var state: UInt64 = 42
            for _ in 0..<40 {
                let bytes = (0..<200).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 33)
                }
                let code = try await RawClient.open(run.port) { reader, client in
                    try await client.send(bytes)
                    return try await reader.closeCode()
                }
                #expect(code != nil)
                // A client that does not speak HTTP may be cut off during sending.
                try? await RawClient.connect(run.port) { reader, client in
                    try await client.send(bytes)
                    try await reader.end()
                }
            }
            try await RawClient.signedIn(run, as: "ada") { reader, client in
                let isAnswered = try await client.isAnswered(&reader)
                #expect(isAnswered, "The server does not answer any more.")
            }
        }
    }

    @Test("A silent stranger is disconnected")
    func silence() async throws {
        let clock = TestClock()
        try await ServerRun.with {
            $0.clock = clock
        } _: { run in
            try await RawClient.open(run.port) { reader, client in
                while !run.log.text.contains("connection 1: open") { await Task.yield() }
                await clock.sleepers(2)  // The server announces itself, too.
                await clock.advance(by: .seconds(59))
                let isAnswered = try await client.isAnswered(&reader)
                #expect(isAnswered, "The stranger may stay for a minute.")
                await clock.advance(by: .seconds(1))
                let code = try await reader.closeCode()
                #expect(code == 4408)
            }
        }
    }

    @Test("A connection without a request is closed")
    func noRequest() async throws {
        let clock = TestClock()
        try await ServerRun.with {
            $0.clock = clock
        } _: { run in
            try await RawClient.connect(run.port) { reader, client in
                try await client.send("GET /chat HTTP/1.1\r\n")
                await clock.sleepers(2)  // The server announces itself, too.
                await clock.advance(by: .seconds(10))
                // It is a reset if the server has not read everything by then.
                try? await reader.end()
            }
        }
    }

    @Test("An endless request is cut off", arguments: ["X: y\r\n", "x"])
    func endlessRequest(piece: String) async throws {
        try await ServerRun.with { run in
            try await RawClient.connect(run.port) { reader, client in
                try await client.send("GET /chat HTTP/1.1\r\n")
                let chunk = String(repeating: piece, count: 10_000)
                // The server may have hung up before everything is written.
                for _ in 0..<1_000 { guard (try? await client.send(chunk)) != nil else { break } }
                try? await reader.end()
            }
            try await RawClient.signedIn(run, as: "ada") { reader, client in
                let isAnswered = try await client.isAnswered(&reader)
                #expect(isAnswered, "The server does not answer any more.")
            }
        }
    }

    private func end(_ run: ServerRun, _ frame: ClientFrame) async throws -> UInt16? {
        try await RawClient.open(run.port) { reader, client in
            try await client.send(frame)
            return try await reader.closeCode()
        }
    }

    /// Waits until the end of a connection is logged, which is after its close frame.
    private func logged(_ run: ServerRun, _ text: String) async throws {
        while !run.log.warnings.contains(where: { $0.contains(text) }) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
