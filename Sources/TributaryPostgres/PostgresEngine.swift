// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A commit on its way to the server.
struct PostgresAppend: Sendable {
    let commit: LogCommit

    /// By which the commit is known when it is tried again.
    let writer: String

    /// The messages that it changes.
    var changes: [MailboxChange] = []
}

/// The implementation of a log over one connection, for one thread at a time.
///
/// It connects for its first work, and again when a server is gone, to a server that takes writes.
final class PostgresEngine {
    private let configuration: PostgresConfiguration
    private let isAsynchronous: Bool
    private var connection: PostgresConnection?

    /// - Parameters:
    ///   - configuration: How to reach the servers.
    ///   - isAsynchronous: Whether commits return before they are durable, unless a transaction changes that.
    init(_ configuration: PostgresConfiguration, isAsynchronous: Bool = false) {
        self.configuration = configuration
        self.isAsynchronous = isAsynchronous
    }

    /// Writes commits of different logs, which become durable together.
    ///
    /// - Parameters:
    ///   - commits: Each with its own writer, by which a commit is known when it is tried again.
    ///   - deadline: Until when to try.
    /// - Returns: The result of each commit.
    func append(
        _ commits: [PostgresAppend],
        until deadline: ContinuousClock.Instant
    ) -> [Result<Void, ActionLogError>] {
        do {
            let answers = try perform(PostgresStatement.append(commits), until: deadline)
            let written = Set(answers[1].map { $0[0].text })
            return commits.map { append in
                if written.contains(append.writer) { return .success(()) }
                return .failure(.fenced(name: append.commit.name, sequence: append.commit.sequence))
            }
        } catch {
            return commits.map { _ in .failure(error) }
        }
    }

    /// Answers questions of one kind.
    ///
    /// - Returns: For each question its rows.
    func answer(
        _ questions: [PostgresQuestion],
        until deadline: ContinuousClock.Instant
    ) throws(ActionLogError) -> [[PostgresRow]] {
        var rows = Array(repeating: [PostgresRow](), count: questions.count)
        for row in try perform(PostgresStatement.answer(questions), until: deadline).joined() {
            rows[row[0].integer].append(Array(row.dropFirst()))
        }
        return rows
    }

    func keep(
        _ snapshot: LogSnapshot,
        droppingBefore time: LogTime,
        until deadline: ContinuousClock.Instant
    ) throws(ActionLogError) {
        _ = try perform(PostgresStatement.keep(snapshot, droppingBefore: time), until: deadline)
    }

    func names(until deadline: ContinuousClock.Instant) throws(ActionLogError) -> [String] {
        try perform([.names], until: deadline)[0].map { $0[0].text }.sorted()
    }

    /// Makes sure that there is a server that can be used.
    func connect(until deadline: ContinuousClock.Instant) throws(ActionLogError) {
        _ = try perform([], until: deadline)
    }

    func close() { connection = nil }

    /// Runs statements, with retries if these may help, until they succeed or the time is over.
    ///
    /// They may be carried out more than once.
    func perform(
        _ statements: [PostgresStatement],
        until deadline: ContinuousClock.Instant
    ) throws(ActionLogError) -> [[PostgresRow]] {
        // Whether one of the tries may have been carried out, or may yet be.
        var isUncertain = false
        var pause = 10
        while true {
            do {
                return try attempt(statements, until: deadline)
            } catch {
                if case .interrupted = error { isUncertain = true }
                guard error.isPassing, ContinuousClock.now.duration(to: deadline) > .milliseconds(pause)
                else {
                    throw failure(error, isUncertain: isUncertain)
                }
            }
            // This thread serves only the connection, so it may block.
            poll(nil, 0, Int32(pause))
            pause = min(pause * 2, 320)
        }
    }

    private func attempt(
        _ statements: [PostgresStatement],
        until deadline: ContinuousClock.Instant
    ) throws(PostgresFailure) -> [[PostgresRow]] {
        let connection = try connected(until: deadline)
        do {
            return statements.isEmpty ? [] : try connection.run(statements, until: deadline)
        } catch {
            switch error {
            case .undone(let state, _) where !state.hasPrefix("25") && !state.hasPrefix("57"): break
            default: self.connection = nil
            }
            throw error
        }
    }

    private func connected(until deadline: ContinuousClock.Instant) throws(PostgresFailure)
        -> PostgresConnection
    {
        if let connection { return connection }
        let made = try PostgresConnection(options: configuration.options)
        do {
            try PostgresSchema.prepare(made, of: configuration, until: deadline)
            if isAsynchronous {
                _ = try made.run([PostgresStatement(sql: "SET synchronous_commit = off")], until: deadline)
            }
        } catch .interrupted(let message) {
            // The statements were not sent.
            throw .unreachable(message)
        }
        connection = made
        return made
    }

    private func failure(_ failure: PostgresFailure, isUncertain: Bool) -> ActionLogError {
        let place = configuration.place
        switch failure {
        case .unusable(let error): return error
        case .undone("53100", _): return .full(place: place)
        case .undone("42501", let message) where !isUncertain:
            return .notWritable(place: place, reason: message)
        case .unreachable(let message) where !isUncertain: return .unreachable(place: place, reason: message)
        case .undone(let state, let message) where !isUncertain && failure.isPassing:
            return .unreachable(place: place, reason: "\(message) (\(state))")
        case .undone(let state, let message): return .failed(place: place, reason: "\(message) (\(state))")
        case .unreachable(let message), .interrupted(let message):
            return .failed(place: place, reason: message)
        }
    }
}
#endif
