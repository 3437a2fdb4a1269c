// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import Synchronization
public import TributaryLog

/// A log in a PostgreSQL database, for any number of processes on any number of machines.
///
/// ```swift
/// let log = try await PostgresLog("host=db1,db2,db3 dbname=chat user=chat")
/// let journal = Journal(log)
/// ```
///
/// All pending commits go to the server together, and become durable together: one statement and one wait for any number of logs.
/// Only the primary key of the table keeps writers of the same log apart: there is no lock, no lease, and no clock.
///
/// When a server is gone, each call continues on one of the named servers that takes writes, until its deadline. A commit whose
/// answer was lost is not written twice, because each has a unique name. The operator of the servers, such as Patroni or a managed
/// service, decides which standby takes over.
///
/// The tables are in the schema `tributary`, which is made if it does not exist.
public final class PostgresLog: Mailbox {
    let configuration: PostgresConfiguration
    private let writers: [PostgresWorker]
    private let reader: PostgresWorker
    private let mail: PostgresMail
    private let waiting: Mutex<PostgresBatches<CheckedContinuation<Void, any Error>>>
    private let asked = Mutex(Asked())
    /// A unique name; with a number, it identifies the writer of a commit.
    private let name = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
    private let count = Atomic(0)

    /// The questions that wait, the oldest first.
    private struct Asked {
        var questions: [Question] = []
        var isBusy = false
    }

    private struct Question: Sendable {
        let question: PostgresQuestion
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<[PostgresRow], any Error>
    }

    /// Connects to a database, and makes the tables if they are not there.
    ///
    /// - Parameters:
    ///   - connection: The connection string of libpq: `host=db1,db2 dbname=chat user=chat sslmode=verify-full`, or a
    ///     `postgresql://` address. Of several servers, it chooses one that takes writes. Keep passwords in `~/.pgpass`. Only
    ///     `sslmode=verify-full` checks certificates.
    ///   - durability: The servers that must have an acknowledged commit.
    ///   - deadline: The time limit of a call, including retries.
    /// - Throws: `ActionLogError.unreachable` if no server answers in time; `notWritable`, with instructions, if the server's
    ///   version or settings do not ensure durability; `foreign` or `newer` if the schema `tributary` belongs to another program or
    ///   to a newer version of this library. In these cases, nothing was written.
    public init(
        _ connection: String,
        durability: PostgresDurability = .onStandbys,
        deadline: Duration = .seconds(10)
    ) async throws {
        configuration = try PostgresConfiguration(connection, durability: durability, deadline: deadline)
        let made = configuration
        writers = (0..<2).map { PostgresWorker(made, name: "writer \($0)") }
        reader = PostgresWorker(made, name: "reader")
        mail = PostgresMail(made)
        waiting = Mutex(PostgresBatches(writers: writers.indices))
        try await perform { engine, deadline throws(ActionLogError) in try engine.connect(until: deadline) }
    }

    /// Appends a commit, and returns when it is durable.
    ///
    /// - Throws: `ActionLogError.fenced` if another writer continues the log; `unreachable` if no server took the commit in time,
    ///   and it was not written; `failed` if it may have been written.
    public func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    /// Appends a commit and changes messages, in one statement, and returns when it is durable.
    ///
    /// - Throws: What `append` throws.
    public func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        guard !commit.name.utf8.contains(0) else { throw nameless(commit.name) }
        guard !changes.contains(where: \.hasNull) else { throw nameless("a message") }
        let deadline = ContinuousClock.now + configuration.deadline
        let writer = "\(name).\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
        try await withCheckedThrowingContinuation { continuation in
            let call = waiting.withLock {
                $0.add(
                    .init(
                        commit: commit,
                        changes: changes,
                        writer: writer,
                        deadline: deadline,
                        waiter: continuation
                    )
                )
            }
            switch call {
            case .begin(let writer): writers[writer].queue.async { self.writeWaiting(writer) }
            case .goOn(let writer): writers[writer].call.signal()
            case .found: break
            case .refused: continuation.resume(throwing: ActionLogError.closed(place: configuration.place))
            }
        }
        // Never in the transaction that appends: a notification takes a lock over all commits.
        let woken = Set(changes.compactMap(\.woken))
        if !woken.isEmpty { mail.wake(woken) }
    }

    /// Changes messages, together with whatever else waits.
    public func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        guard !changes.contains(where: \.hasNull) else { throw nameless("a message") }
        try await mail.change(changes, isDurable: isDurable)
    }

    /// The messages for a node, and answers to its own.
    public func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        try await mail.receive(at: node, without: taken, limit: limit)
    }

    /// Messages that are addressed to nodes which do not live.
    public func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try await mail.ask([.strays(from: living, limit: limit)])[0].map(MailboxMessage.init(_:))
    }

    /// All messages, the oldest first.
    public func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try await mail.ask([.messages(after: number, limit: limit)])[0].map(MailboxMessage.init(_:))
    }

    /// Wakes a node when there may be something for it, over a connection that listens.
    public func wakeups(at node: String) -> AsyncStream<Void> { mail.wakeups(at: node) }

    /// Writes down that a node lives, and reads which others do, in one statement.
    public func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        if let name = node?.name, name.utf8.contains(0) { throw nameless(name) }
        let rows = try await mail.ask(PostgresStatement.meet(node, within: age))
        return rows.joined().filter { $0.count == 4 }
            .map {
                MailboxNode(
                    name: $0[0].text,
                    contents: $0[1].bytes ?? [],
                    age: .milliseconds($0[2].integer),
                    isConnected: $0[3].isTrue
                )
            }
            .sorted { $0.name < $1.name }
    }

    /// The commits of a log that end after an entry, in order.
    public func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        guard !name.utf8.contains(0) else { return [] }
        return try await ask(.commits(of: name.canonicalName, after: sequence, limit: limit)).map { row in
            LogCommit(
                name: name,
                sequence: row[0].integer,
                count: row[1].integer,
                time: LogTime(milliseconds: row[2].integer),
                contents: row[3].bytes ?? []
            )
        }
    }

    /// The newest snapshot of a log that was taken at an entry or before it.
    public func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        guard !name.utf8.contains(0) else { return nil }
        return try await ask(.snapshot(of: name.canonicalName, upTo: sequence)).first.map { row in
            LogSnapshot(
                name: name,
                sequence: row[0].integer,
                time: LogTime(milliseconds: row[1].integer),
                fingerprint: row[2].text,
                contents: row[3].bytes ?? []
            )
        }
    }

    /// Keeps a snapshot, and drops entries that are no longer needed.
    public func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        guard !snapshot.name.utf8.contains(0) else { throw nameless(snapshot.name) }
        guard let time else {
            _ = try await ask(.keep(snapshot))
            return
        }
        try await perform { engine, deadline throws(ActionLogError) in
            try engine.keep(snapshot, droppingBefore: time, until: deadline)
        }
    }

    /// The names of all logs, in order.
    public func names() async throws -> [String] {
        try await perform { engine, deadline throws(ActionLogError) in try engine.names(until: deadline) }
    }

    /// Writes pending commits, and closes the connections.
    public func close() async {
        for writer in waiting.withLock({ $0.close() }) { writers[writer].call.signal() }
        // Each closes after its current batch, so the last one closes after all pending commits.
        for worker in writers + [reader] { await worker.close() }
        await mail.close()
    }

    private func nameless(_ name: String) -> ActionLogError {
        .notWritable(
            place: configuration.place,
            reason:
                "the name “\(name)” has the character U+0000, which a text of PostgreSQL cannot have"
        )
    }

    /// Writes until nothing waits any more.
    private func writeWaiting(_ writer: Int) {
        while let appends = waiting.withLock({ $0.take(by: writer) }) {
            let commits = appends.map {
                PostgresAppend(commit: $0.commit, writer: $0.writer, changes: $0.changes)
            }
            let start = ContinuousClock.now
            // That of the first, which has waited longest: the others have hardly come later.
            let answers = writers[writer].append(commits, until: appends[0].deadline)
            let patience = min(start.duration(to: .now) / 10, .milliseconds(2))
            for (append, answer) in zip(appends, answers) {
                append.waiter.resume(with: answer.mapError { $0 })
            }
            guard waiting.withLock({ $0.gathers(writer, appends.count) }) else { continue }
            if !writers[writer].waits(for: patience), !waiting.withLock({ $0.stopsGathering(writer) }) {
                // It is called while its time ends.
                writers[writer].call.wait()
            }
        }
    }

    /// Asks a question, together with all waiting ones.
    private func ask(_ question: PostgresQuestion) async throws -> [PostgresRow] {
        guard !waiting.withLock({ $0.isClosed }) else {
            throw ActionLogError.closed(place: configuration.place)
        }
        let deadline = ContinuousClock.now + configuration.deadline
        return try await withCheckedThrowingContinuation { continuation in
            let isFirst = asked.withLock { asked in
                asked.questions.append(
                    Question(question: question, deadline: deadline, continuation: continuation)
                )
                defer { asked.isBusy = true }
                return !asked.isBusy
            }
            if isFirst { reader.queue.async { self.answerAsked() } }
        }
    }

    /// Answers the first question together with those that fit its statement; the others wait behind other work of the reader.
    private func answerAsked() {
        repeat {
            let taken = asked.withLock { asked in
                let goes = PostgresQuestion.takingTogether()
                var (taken, rest): ([Question], [Question]) = ([], [])
                for question in asked.questions {
                    if goes(question.question) { taken.append(question) } else { rest.append(question) }
                }
                asked.questions = rest
                return taken
            }
            let answers = reader.answer(taken.map(\.question), until: taken[0].deadline)
            for (index, question) in taken.enumerated() {
                question.continuation.resume(with: answers.map { $0[index] }.mapError { $0 })
            }
            let isRest = asked.withLock { asked in
                asked.isBusy = !asked.questions.isEmpty
                return asked.isBusy
            }
            guard isRest else { return }
        } while waiting.withLock { $0.isClosed }
        reader.queue.async { self.answerAsked() }
    }

    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresEngine, ContinuousClock.Instant) throws(ActionLogError) -> Result
    ) async throws -> Result {
        guard !waiting.withLock({ $0.isClosed }) else {
            throw ActionLogError.closed(place: configuration.place)
        }
        return try await reader.perform(until: ContinuousClock.now + configuration.deadline, body)
    }
}
#endif
