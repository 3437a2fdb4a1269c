// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatTestSupport
import Foundation
import GRDB
import Testing

@testable import AccountKeeping

@Suite("Two accounts never look alike", .timeLimit(.minutes(30)))
struct NameKeepingTests {
    private let hash: PasswordHash

    init() throws { hash = try PasswordHash(of: "correct horse", cost: .negligible) }

    @Test(
        "An account whose name looks like another's is not made",
        arguments: ["b0b", "mi11", "ada-o", "rni11"]
    )
    func signUp(name: String) async throws {
        let database = try ChatDatabase()
        for name in ["bob", "mill", "ada-0"] { try await add(name, to: database) }
        await #expect(throws: AccountProblem.alike) { try await add(name, to: database) }
        #expect(try await database.account(AccountName.sample(name)) == nil)
    }

    @Test(
        "A name to be shown that is another's, or looks like it, is refused",
        arguments: [
            ("bob", AccountProblem.taken), ("BOB", .taken), ("ZOE\u{308}", .taken), ("Zo\u{EB}", .taken),
            ("ВОВ", .alike),
            ("B0B", .alike), ("rnia", .alike), ("МІА", .alike),
        ]
    )
    func rename(shown: String, problem: AccountProblem) async throws {
        let database = try ChatDatabase()
        for name in ["bob", "eve", "zed", "mia"] { try await add(name, to: database) }
        try await database.rename(AccountName.sample("zed"), to: DisplayName.sample("Zoe\u{308}"))
        let eve = AccountName.sample("eve")
        await #expect(throws: problem) { try await database.rename(eve, to: DisplayName.sample(shown)) }
        #expect(try await database.account(eve)?.shownName == "eve")
    }

    @Test("A name is free again when its account has another, and may be changed in its case")
    func again() async throws {
        let database = try ChatDatabase()
        let (ada, eve) = (AccountName.sample("ada"), AccountName.sample("eve"))
        for name in ["ada", "eve"] { try await add(name, to: database) }
        for name in ["Countess", "COUNTESS", "C0untess"] {
            try await database.rename(ada, to: DisplayName.sample(name))
        }
        let name = DisplayName.sample("Countess")
        await #expect(throws: AccountProblem.alike) { try await database.rename(eve, to: name) }
        try await database.rename(ada, to: DisplayName.sample("Ada"))
        try await database.rename(eve, to: name)
        await #expect(throws: AccountProblem.alike) { try await add("c0untess", to: database) }
    }

    @Test(
        "Of old accounts that look alike, the older keeps its shown name, and all keep the one to sign in with"
    )
    func migration() async throws {
        try await withTemporaryFile { path in
            try older(
                path,
                accounts: [
                    ("zed", "Zo\u{EB}"), ("ada1", "ada1"), ("eve", "Zoe\u{308}"), ("mallory", "аdаl"),
                    ("adal", "adal"),
                    ("trent", "Bоb"), ("bob", "Bob"), ("carol", "B0B"), ("dan", "Dan\u{A0}"),
                    ("frank", "Frank F."), ("gus", "～Gus"), ("hal", "Hal~"),
                ]
            )
            let database = try ChatDatabase(path: path)
            let expected = [
                "zed": "Zo\u{EB}", "eve": "eve", "ada1": "ada1", "adal": "adal", "mallory": "mallory",
                "trent": "trent",
                "bob": "Bob", "carol": "carol", "dan": "dan", "frank": "Frank F.", "gus": "gus",
                "hal": "Hal~",
            ]
            for (name, shown) in expected {
                #expect(try await database.account(AccountName.sample(name))?.shownName == shown)
            }
            // From now on the rules hold for all of them.
            await #expect(throws: AccountProblem.alike) { try await add("b0b", to: database) }
            try database.close()
            try ChatDatabase(path: path).close()
        }
    }

    @Test("Messages that were kept under older rules can be read, without what is forbidden today")
    func messages() async throws {
        try await withTemporaryFile { path in
            let texts = ["a\u{202E}b", "fine", "e" + String(repeating: "\u{301}", count: 50)]
            try older(path, accounts: [("ada", "Аda")], messages: texts)
            let database = try ChatDatabase(path: path)
            let messages = try await database.earlierMessages(in: RoomName.sample("hall"))
            #expect(
                messages.map(\.text.text) == ["ab", "fine", "e" + String(repeating: "\u{301}", count: 8)]
            )
            #expect(messages.map(\.name.text) == ["ada", "ada", "ada"])
            try database.close()
        }
    }

    private func add(_ name: String, to database: ChatDatabase) async throws {
        try await database.addAccount(name: AccountName.sample(name), password: hash, codes: .random())
    }

    /// Makes a file as servers made it before names were compared by their looks.
    private func older(_ path: String, accounts: [(String, String)], messages: [String] = []) throws {
        let queue = try DatabaseQueue(path: path)
        try Schema.migrator.migrate(queue, upTo: "accounts, sessions, messages")
        try queue.write { database in
            for (name, shown) in accounts {
                try database.execute(
                    sql:
                        "INSERT INTO account (name, shownName, shownKey, password, secret) VALUES (?, ?, ?, ?, ?)",
                    arguments: [name, shown, shown.lowercased(), hash.description, Data([1, 2, 3])]
                )
            }
            for (number, text) in messages.enumerated() {
                let (name, shown) = accounts[0]
                try database.execute(
                    sql: """
                        INSERT INTO message (room, number, id, author, name, text, time) VALUES ('hall', ?, ?, ?, ?, ?, 0)
                        """,
                    arguments: [number + 1, "0000000\(number)", name, shown, text]
                )
            }
        }
        try queue.close()
    }
}
