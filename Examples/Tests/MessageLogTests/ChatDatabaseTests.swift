// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatTestSupport
import Foundation
import MessageLog
import Rooms
import Testing

@Suite("What is kept in SQLite", .timeLimit(.minutes(30)))
struct ChatDatabaseTests {
    let hall = RoomName.sample("hall")
    let ada = AccountName.sample("ada")

    private func draft(_ id: String, _ text: String = "Hi", by author: String = "ada") -> Draft {
        Draft(
            id: MessageID.sample(id),
            author: AccountName.sample(author),
            name: DisplayName.sample(author),
            text: MessageText.sample(text)
        )
    }

    @Test("Messages are numbered from one in each room, and survive closing and opening the file")
    func survival() async throws {
        try await withTemporaryFile { path in
            let first = try ChatDatabase(path: path)
            let kept = try await first.keep([draft("00000001"), draft("00000002", "Ho 👋")], in: hall, at: 9)
            #expect(kept.map(\.message.number) == [1, 2])
            _ = try await first.keep([draft("00000001")], in: RoomName.sample("other"), at: 9)
            try first.close()

            let second = try ChatDatabase(path: path)
            #expect(try await second.messages(in: hall, after: 0, limit: 50) == kept.map(\.message))
            #expect(try await second.messages(in: hall, after: 1, limit: 50).map(\.text.text) == ["Ho 👋"])
            #expect(try await second.messages(in: hall, after: 0, limit: 1).count == 1)
            #expect(try await second.lastNumber(in: hall) == 2)
            #expect(try await second.keep([draft("00000003")], in: hall, at: 10).map(\.message.number) == [3])
            try second.close()
        }
    }

    @Test(
        "A message that is delivered again is found and not kept twice, also after a restart, also in one batch"
    )
    func idempotence() async throws {
        try await withTemporaryFile { path in
            let first = try ChatDatabase(path: path)
            let kept = try await first.keep(
                [draft("00000001"), draft("00000001"), draft("00000001", by: "bob")],
                in: hall,
                at: 9
            )
            #expect(kept.map(\.isKnown) == [false, true, false])
            #expect(kept.map(\.message.number) == [1, 1, 2])
            try first.close()
            let second = try ChatDatabase(path: path)
            let again = try await second.keep([draft("00000001", "changed")], in: hall, at: 20)
            #expect(again == [Kept(message: kept[0].message, isKnown: true)])
            try second.close()
        }
    }

    @Test("Text is kept as it is, whatever it looks like")
    func injection() async throws {
        let database = try ChatDatabase()
        let text = "'); DROP TABLE message; --"
        _ = try await database.keep([draft("00000001", text)], in: hall, at: 9)
        #expect(try await database.messages(in: hall, after: 0, limit: 9).map(\.text.text) == [text])
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
