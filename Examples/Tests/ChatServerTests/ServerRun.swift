// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import Accounts
import ChatProtocol
import ChatServer
import ChatTestSupport
import Foundation
import Synchronization
import Tributary
import TributaryJournal

/// A server that runs while a test does.
struct ServerRun: Sendable {
    let port: Int
    let database: ChatDatabase
    let log: LogBook

    /// Runs a server on a free port, with a database in memory and a journal that is removed, unless a folder is given.
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
        let database =
            try folder.map { try ChatDatabase(path: $0.appending(path: "chat.sqlite").path) }
            ?? ChatDatabase()
        let journal = try Journal(at: (folder ?? own).appending(path: "rooms.sqlite").path)
        let log = LogBook()
        var configuration = ChatServer.Configuration()
        configuration.port = port
        configuration.passwordCost = .negligible
        configuration.log = LogSink { log.add($0) }
        change(&configuration)
        let server = ChatServer(configuration) {
            ChatServer.Keeping(database: database, journal: journal)
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
            let result = try await body(ServerRun(port: port, database: database, log: log))
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
        try await database.addAccount(name: account, password: hash, codes: codes)
        // In a time to come, so that the session lasts whatever the server takes for now.
        let time = Int(UInt32.max)
        return try await database.signIn(
            account,
            isPasswordRight: true,
            code: codes.code(at: time),
            at: time
        ).token.text
    }

    private struct NotListening: Error {}
}

/// What the server has logged.
final class LogBook: Sendable {
    private let entries = Mutex<[LogSink.Entry]>([])

    func add(_ entry: LogSink.Entry) { entries.withLock { $0.append(entry) } }

    /// What was logged as hostile.
    var warnings: [String] { entries.withLock { $0.filter { $0.level == .warning }.map(\.message) } }

    var text: String { entries.withLock { $0.map(\.message).joined(separator: "\n") } }
}
