// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatTestSupport
import Testing
import TributaryCluster
import TributaryTesting

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
        let accounts = try await ChatAccounts(Cluster(MemoryLog()))
        for name in ["bob", "mill", "ada-0"] { try await add(name, to: accounts) }
        await #expect(throws: AccountProblem.alike) { try await add(name, to: accounts) }
        #expect(try await accounts.account(AccountName.sample(name)) == nil)
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
        let accounts = try await ChatAccounts(Cluster(MemoryLog()))
        for name in ["bob", "eve", "zed", "mia"] { try await add(name, to: accounts) }
        try await accounts.rename(AccountName.sample("zed"), to: DisplayName.sample("Zoe\u{308}"))
        let eve = AccountName.sample("eve")
        await #expect(throws: problem) { try await accounts.rename(eve, to: DisplayName.sample(shown)) }
        #expect(try await accounts.account(eve)?.shownName == "eve")
    }

    @Test("A name is free again when its account has another, and may be changed in its case")
    func again() async throws {
        let accounts = try await ChatAccounts(Cluster(MemoryLog()))
        let (ada, eve) = (AccountName.sample("ada"), AccountName.sample("eve"))
        for name in ["ada", "eve"] { try await add(name, to: accounts) }
        for name in ["Countess", "COUNTESS", "C0untess"] {
            try await accounts.rename(ada, to: DisplayName.sample(name))
        }
        let name = DisplayName.sample("Countess")
        await #expect(throws: AccountProblem.alike) { try await accounts.rename(eve, to: name) }
        try await accounts.rename(ada, to: DisplayName.sample("Ada"))
        try await accounts.rename(eve, to: name)
        await #expect(throws: AccountProblem.alike) { try await add("c0untess", to: accounts) }
    }

    private func add(_ name: String, to accounts: ChatAccounts) async throws {
        try await accounts.addAccount(name: AccountName.sample(name), password: hash, codes: .random())
    }
}
