// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ChatProtocol
import ChatTestSupport
import Foundation
import Testing
import TributaryCluster
import TributaryJournal
import TributaryTesting

@testable import AccountKeeping

@Suite("Accounts in a cluster", .timeLimit(.minutes(30)))
struct ChatAccountsTests {
    let ada = AccountName.sample("ada")

    @Test(
        "The number of guests is limited; the one seen longest ago is replaced, unless connected"
    )
    func guestLimit() async throws {
        let accounts = try await ChatAccounts(Cluster(MemoryLog()))
        var tokens: [String: String] = [:]
        for (time, name) in ["dan", "eve", "fay"].enumerated() {
            let present: Set<AccountName> = name == "fay" ? [.sample("~dan")] : []
            tokens[name] = try await accounts.addGuest(.sample(name), besides: present, at: time, limit: 2)
                .token.text
        }
        #expect(try await accounts.resume(tokens["dan"] ?? "", at: 3).account.text == "~dan")
        #expect(try await accounts.resume(tokens["fay"] ?? "", at: 3).account.text == "~fay")
        await #expect(throws: AccountProblem.badToken) {
            try await accounts.resume(tokens["eve"] ?? "", at: 3)
        }
        // The name is free again, but for the one who is still here under it.
        _ = try await accounts.addGuest(.sample("eve"), besides: [], at: 4, limit: 3)
        await #expect(throws: AccountProblem.guestTaken) {
            _ = try await accounts.addGuest(.sample("gus"), besides: [.sample("~gus")], at: 5)
        }
        // A name is kept for a while, and then it is not.
        let late = AccountBook.guestLifetime + 4
        await #expect(throws: AccountProblem.badToken) {
            try await accounts.resume(tokens["dan"] ?? "", at: late)
        }
        _ = try await accounts.addGuest(.sample("dan"), besides: [], at: late)
    }

    @Test("Of attempts at once with the same code, at two servers, one signs in")
    func oneCode() async throws {
        let log = MemoryLog()
        // Two servers that take over each other's stores: the log lets one of them write.
        let servers = [try await ChatAccounts(Cluster(log)), try await ChatAccounts(Cluster(log))]
        let codes = try await account(in: servers[0])
        let (code, ada) = (codes.code(at: 3000), ada)
        for server in servers { #expect(try await server.account(ada) != nil) }
        let count = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<4 {
                group.addTask {
                    (try? await servers[number % 2].signIn(ada, isPasswordRight: true, code: code, at: 3000))
                        != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
        await #expect(throws: AccountProblem.replayed) {
            try await servers[0].signIn(ada, isPasswordRight: true, code: code, at: 3000)
        }
    }

    @Test("A server sees an earlier change that another server made")
    func everywhere() async throws {
        let log = MemoryLog()
        let servers = [try await ChatAccounts(Cluster(log)), try await ChatAccounts(Cluster(log))]
        for round in 0..<20 {
            let guest = try await servers[round % 2].addGuest(.sample("guest-\(round)"), besides: [], at: 0)
            #expect(try await servers[(round + 1) % 2].resume(guest.token.text, at: 1).account == guest.name)
        }
    }

    @Test("Every server is notified of a new name, with the same id")
    func renaming() async throws {
        let log = MemoryLog()
        let (names, naming) = AsyncStream<String>.makeStream()
        var servers: [ChatAccounts] = []
        for _ in 0..<2 {
            servers.append(
                try await ChatAccounts(Cluster(log)) { account, name, id in
                    naming.yield("\(account) \(name) \(id)")
                }
            )
        }
        _ = try await account(in: servers[0])
        let id = try await servers[0].rename(ada, to: .sample("Countess"))
        // These two are not connected: one sees the other's entries when it writes.
        #expect(try await servers[1].account(.sample("nobody")) == nil)
        let heard = await names.prefix(2).reduce(into: []) { $0.append($1) }
        #expect(heard == Array(repeating: "ada Countess \(id)", count: 2))
    }

    @Test("Wrong codes are written down, and lock the account")
    func locking() async throws {
        let accounts = try await ChatAccounts(Cluster(MemoryLog()))
        let codes = try await account(in: accounts)
        for _ in 0..<Account.failureLimit {
            await #expect(throws: AccountProblem.wrong) {
                try await accounts.signIn(ada, isPasswordRight: true, code: "", at: 3000)
            }
        }
        await #expect(throws: AccountProblem.locked) {
            try await accounts.signIn(ada, isPasswordRight: true, code: codes.code(at: 3000), at: 3000)
        }
        await #expect(throws: AccountProblem.wrong) {
            try await accounts.signIn(.sample("nobody"), isPasswordRight: false, code: "", at: 3000)
        }
    }

    @Test(
        "A token brings its account back until it is too old, also after a restart; the file does not hold it"
    )
    func tokens() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "chat-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "chat.sqlite").path
        var token = ""
        for time in [3000, 4000] {
            let log = try SQLiteLog(at: path)
            let cluster = try await Cluster(log)
            let accounts = await ChatAccounts(cluster)
            if token.isEmpty {
                let codes = try await account(in: accounts)
                let code = codes.code(at: time)
                token = try await accounts.signIn(ada, isPasswordRight: true, code: code, at: time).token.text
            }
            #expect(try await accounts.resume(token, at: time + 1).account == ada)
            for (other, time) in [(token, 3000 + SessionToken.lifetime), (token + "A", 3001), ("", 3001)] {
                await #expect(throws: AccountProblem.badToken) { try await accounts.resume(other, at: time) }
            }
            await accounts.stop()
            await cluster.leave()
            await log.close()
        }
        for file in [path, path + "-wal"] {
            let bytes = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
            #expect(bytes.range(of: Data(token.utf8)) == nil)
            #expect(bytes.range(of: Data("correct horse".utf8)) == nil)
        }
    }

    @Test("A name, to sign in with or to be shown, belongs to one account")
    func names() async throws {
        let accounts = try await ChatAccounts(Cluster(MemoryLog()))
        _ = try await account(in: accounts)
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        await #expect(throws: AccountProblem.taken) {
            try await accounts.addAccount(name: ada, password: hash, codes: .random())
        }
        try await accounts.rename(ada, to: DisplayName.sample("Bob"))
        await #expect(throws: AccountProblem.taken) {
            try await accounts.addAccount(name: .sample("bob"), password: hash, codes: .random())
        }
        let eve = AccountName.sample("eve")
        try await accounts.addAccount(name: eve, password: hash, codes: .random())
        for name in ["ADA", "bOb"] {
            await #expect(throws: AccountProblem.taken) {
                try await accounts.rename(eve, to: DisplayName.sample(name))
            }
        }
        try await accounts.rename(ada, to: DisplayName.sample("Ada"))
        #expect(try await accounts.account(ada)?.shownName == "Ada")
    }

    @Test("A snapshot contains the whole state")
    func snapshot() throws {
        var state = AccountBook.State()
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        let codes = OneTimePassword.random()
        let actions: [AccountBook.Action] = [
            .signUp(ada, password: hash, codes: codes),
            .signIn(ada, isPasswordRight: true, code: codes.code(at: 3000), fingerprint: "f", time: 3000),
            .rename(ada, to: .sample("Countess")),
            .guest(.sample("eve"), fingerprint: "g", besides: [], limit: 2, time: 3000),
        ]
        for action in actions { #expect(AccountBook.perform(action, in: &state) == nil) }
        let read = try JSONDecoder().decode(AccountBook.State.self, from: JSONEncoder().encode(state))
        #expect(read == state)
        #expect(read.member(of: "f", at: 3001)?.name.text == "Countess")
        #expect(read.problem(of: Looks(AccountName.sample("c0untess")), except: nil) == .alike)
        #expect(read.isGuests(Looks(AccountName.sample("eve"))))
    }

    private func account(in accounts: ChatAccounts) async throws -> OneTimePassword {
        let codes = OneTimePassword.random()
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        try await accounts.addAccount(name: ada, password: hash, codes: codes)
        return codes
    }
}
