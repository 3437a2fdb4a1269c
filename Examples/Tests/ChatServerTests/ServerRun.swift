// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import Accounts
import ChatProtocol
import ChatServer
import ChatSocket
import ChatTestSupport
import Foundation
import InMemoryLogging
import Logging
import NIOCore
import Tributary
import TributaryCluster
import TributaryJournal
import TributaryTesting

extension SocketRules {
    /// No connection ends because a busy machine is slow.
    mutating func stopTime() { (heartbeat, grace) = (.seconds(36_000), .hours(10)) }
}

/// A server that runs while a test does.
struct ServerRun: Sendable {
    let port: Int
    let accounts: ChatAccounts
    let log: LogBook

    /// Runs a server on a free port, with a journal that is removed, unless a folder is given.
    ///
    /// No time passes for it, unless the configuration is changed.
    static func with<Result: Sendable>(
        folder: URL? = nil,
        port: Int = 0,
        _ change: (inout ChatServer.Configuration) -> Void = { _ in },
        _ body: @Sendable (ServerRun) async throws -> Result
    ) async throws -> Result {
        let own = FileManager.default.temporaryDirectory.appending(
            path: "chat-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: own) }
        let journal = try SQLiteLog(at: (folder ?? own).appending(path: "chat.sqlite").path)
        let cluster = try await Cluster(journal)
        let accounts = await ChatAccounts(cluster)
        let log = LogBook()
        var configuration = ChatServer.Configuration()
        configuration.port = port
        configuration.passwordCost = .negligible
        configuration.logger = Logger(label: "chat-server") { _ in log.memory }
        configuration.logger.logLevel = .trace
        configuration.clock = TestClock()
        configuration.rules.stopTime()
        change(&configuration)
        let server = ChatServer(configuration) {
            ChatServer.Keeping(cluster) { await journal.close() }
        }
        let (ports, listening) = AsyncStream<Int>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await server.run { listening.yield($0) }
            }
            guard let port = await ports.first(where: { _ in true }) else {
                try await group.next()
                throw NotListening()
            }
            let result = try await body(ServerRun(port: port, accounts: accounts, log: log))
            group.cancelAll()
            try await group.waitForAll()
            return result
        }
    }

    /// Makes an account, and a token with which it is signed in.
    func token(_ name: String) async throws -> String {
        let codes = OneTimePassword.random()
        let account = AccountName.sample(name)
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        try await accounts.addAccount(name: account, password: hash, codes: codes)
        // A time in the future, so that the session lasts whatever the current time is.
        let time = Int(UInt32.max)
        return try await accounts.signIn(
            account,
            isPasswordRight: true,
            code: codes.code(at: time),
            at: time
        ).token.text
    }

    private struct NotListening: Error {}
}

/// The server's log.
struct LogBook: Sendable {
    let memory = InMemoryLogHandler()

    /// The warnings in the log.
    var warnings: [String] { memory.entries.filter { $0.level == .warning }.map { "\($0.message)" } }

    var text: String { memory.entries.map { "\($0.message)" }.joined(separator: "\n") }
}
