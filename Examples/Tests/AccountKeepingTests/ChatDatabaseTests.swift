// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatTestSupport
import Foundation
import GRDB
import Testing

@testable import AccountKeeping

@Suite("What is kept in SQLite", .timeLimit(.minutes(30)))
struct ChatDatabaseTests {
    let hall = RoomName.sample("hall")
    let ada = AccountName.sample("ada")

    @Test(
        "So many guests are remembered; who was here longest ago goes for one more, unless they are here still"
    )
    func guestLimit() async throws {
        let database = try ChatDatabase()
        var tokens: [String: String] = [:]
        for (time, name) in ["dan", "eve", "fay"].enumerated() {
            let present: Set<AccountName> = name == "fay" ? [.sample("~dan")] : []
            tokens[name] = try await database.addGuest(.sample(name), besides: present, at: time, limit: 2)
                .token.text
        }
        #expect(try await database.resume(tokens["dan"] ?? "", at: 3).account.text == "~dan")
        #expect(try await database.resume(tokens["fay"] ?? "", at: 3).account.text == "~fay")
        await #expect(throws: AccountProblem.badToken) {
            try await database.resume(tokens["eve"] ?? "", at: 3)
        }
        // The name is free again, but for the one who is still here under it.
        _ = try await database.addGuest(.sample("eve"), besides: [], at: 4, limit: 3)
        await #expect(throws: AccountProblem.guestTaken) {
            _ = try await database.addGuest(.sample("gus"), besides: [.sample("~gus")], at: 5)
        }
        // A name is kept for a while, and then it is not.
        let late = ChatDatabase.guestLifetime + 4
        await #expect(throws: AccountProblem.badToken) {
            try await database.resume(tokens["dan"] ?? "", at: late)
        }
        _ = try await database.addGuest(.sample("dan"), besides: [], at: late)
    }

    @Test("What an older server said is still there, in each room, as the rules of today allow it")
    func earlierMessages() async throws {
        let database = try ChatDatabase()
        let text = "'); DROP TABLE message; --"
        try await database.pool.write { database in
            for (room, number, id, text) in [
                ("hall", 2, "00000002", "Ho 👋\u{7}"), ("hall", 1, "00000001", text),
                ("other", 1, "00000001", "Hi"),
            ] {
                try database.execute(
                    sql:
                        "INSERT INTO message (room, number, id, author, name, text, time) VALUES (?, ?, ?, ?, ?, ?, 9)",
                    arguments: [room, number, id, "ada", "Ada", text]
                )
            }
        }
        let messages = try await database.earlierMessages(in: hall)
        #expect(messages.map(\.number) == [1, 2])
        #expect(messages.map(\.text.text) == [text, "Ho 👋"])
        #expect(try await database.earlierMessages(in: RoomName.sample("nowhere")) == [])
    }

    @Test("Of two attempts at once with the same code, one signs in")
    func oneCode() async throws {
        let database = try ChatDatabase()
        let codes = try await account(in: database)
        let (code, ada) = (codes.code(at: 3000), ada)
        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (try? await database.signIn(ada, isPasswordRight: true, code: code, at: 3000)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
        await #expect(throws: AccountProblem.replayed) {
            try await database.signIn(ada, isPasswordRight: true, code: code, at: 3000)
        }
    }

    @Test("Wrong attempts are written down, and lock the account")
    func locking() async throws {
        let database = try ChatDatabase()
        let codes = try await account(in: database)
        for _ in 0..<Account.failureLimit {
            await #expect(throws: AccountProblem.wrong) {
                try await database.signIn(ada, isPasswordRight: false, code: "000000", at: 3000)
            }
        }
        await #expect(throws: AccountProblem.locked) {
            try await database.signIn(ada, isPasswordRight: true, code: codes.code(at: 3000), at: 3000)
        }
        await #expect(throws: AccountProblem.wrong) {
            try await database.signIn(
                AccountName.sample("nobody"),
                isPasswordRight: false,
                code: "",
                at: 3000
            )
        }
    }

    @Test("A token brings its account back until it is too old; the file does not hold it")
    func tokens() async throws {
        try await withTemporaryFile { path in
            let database = try ChatDatabase(path: path)
            let codes = try await account(in: database)
            let token = try await database.signIn(
                ada,
                isPasswordRight: true,
                code: codes.code(at: 3000),
                at: 3000
            ).token.text
            #expect(try await database.resume(token, at: 3001).account == ada)
            for (other, time) in [(token, 3000 + SessionToken.lifetime), (token + "A", 3001), ("", 3001)] {
                await #expect(throws: AccountProblem.badToken) { try await database.resume(other, at: time) }
            }
            try database.close()
            for file in [path, path + "-wal"] {
                let bytes = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
                #expect(bytes.range(of: Data(token.utf8)) == nil)
                #expect(bytes.range(of: Data("correct horse".utf8)) == nil)
            }
        }
    }

    @Test("A name, to sign in with or to be shown, belongs to one account")
    func names() async throws {
        let database = try ChatDatabase()
        _ = try await account(in: database)
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        await #expect(throws: AccountProblem.taken) {
            try await database.addAccount(name: ada, password: hash, codes: .random())
        }
        try await database.rename(ada, to: DisplayName.sample("Bob"))
        await #expect(throws: AccountProblem.taken) {
            try await database.addAccount(name: AccountName.sample("bob"), password: hash, codes: .random())
        }
        let eve = AccountName.sample("eve")
        try await database.addAccount(name: eve, password: hash, codes: .random())
        for name in ["ADA", "bOb"] {
            await #expect(throws: AccountProblem.taken) {
                try await database.rename(eve, to: DisplayName.sample(name))
            }
        }
        try await database.rename(ada, to: DisplayName.sample("Ada"))
        #expect(try await database.account(ada)?.shownName == "Ada")
    }

    private func account(in database: ChatDatabase) async throws -> OneTimePassword {
        let codes = OneTimePassword.random()
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        try await database.addAccount(name: ada, password: hash, codes: codes)
        return codes
    }
}

/// Lends the path of a file that does not exist yet, and removes what became of it.
func withTemporaryFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "chat-\(UInt64.random(in: 0 ... .max))"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "chat.sqlite").path)
}
