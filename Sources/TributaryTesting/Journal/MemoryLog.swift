// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization
public import TributaryLog

/// A log in memory, whose faults follow from a seed.
///
/// ```swift
/// var log = MemoryLog(faults: .random(seed: 7))
/// let journal = Journal(log)
/// …
/// log = log.restarted()    // what is left when the process, or the machine, has ended here
/// ```
/// It writes bytes, one commit after the other, and makes them durable later, as a disk does. Only durable commits can be read.
/// With `withEffects(in:)` or `explore`, all calls run in the same order each time.
public final class MemoryLog: Mailbox {
    fileprivate struct State {
        var tape: LogTape
        var generator: SeededGenerator
        var failure: ActionLogError?
    }

    private let faults: LogFaults
    private let now: @Sendable () -> LogTime
    private let mail = LocalMail()
    private let state: Mutex<State>
    private static let place = "memory"

    /// An empty log.
    ///
    /// - Parameters:
    ///   - faults: The faults.
    ///   - now: The time by which messages are due; by default that of the system's clock.
    public convenience init(
        faults: LogFaults = .none,
        now: (@Sendable () -> LogTime)? = nil
    ) {
        self.init(
            LogTape(),
            SeededGenerator(seed: faults.seed),
            faults,
            now ?? { LogTime(milliseconds: Int((Date().timeIntervalSince1970 * 1_000).rounded(.down))) }
        )
    }

    private init(
        _ tape: LogTape,
        _ generator: SeededGenerator,
        _ faults: LogFaults,
        _ now: @escaping @Sendable () -> LogTime
    ) {
        self.faults = faults
        self.now = now
        state = Mutex(State(tape: tape, generator: generator))
    }

    /// The log as it is found when the process has ended now: with everything that was durable, and perhaps with more.
    ///
    /// This one does nothing any more.
    public func restarted() -> MemoryLog {
        state.withLock { state in
            var generator = state.generator
            let tape = state.tape.torn(faults.tornTails ? { Int.random(in: $0, using: &generator) } : nil)
            if state.failure == nil { state.failure = .closed(place: Self.place) }
            return MemoryLog(tape, generator, faults, now)
        }
    }

    /// Appends a commit, and returns when it is durable.
    public func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    /// Appends a commit and changes messages, all of it or nothing, and returns when it is durable.
    public func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        try await write(fencing: (commit.name, commit.sequence)) { tape in
            guard commit.sequence > tape.claimed(commit.name), tape.allows(changes) else { return nil }
            return tape.write(.commit(commit, changing: changes))
        }
        wake(changes)
    }

    /// Changes messages, all of it or nothing; they are durable at once.
    public func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        let isLost = try state.withLock { state in
            if let failure = state.failure { throw failure }
            if !isDurable, state.strikes(faults.lostMessages) { return true }
            _ = state.tape.write(.mail(changes, at: now()))
            state.tape.sync()
            return false
        }
        guard !isLost else { return }
        mail.keepAnswers(of: changes)
        wake(changes)
    }

    private func wake(_ changes: [MailboxChange]) {
        guard !changes.isEmpty, !state.withLock({ $0.strikes(faults.lostHints) }) else { return }
        let moved = Set(changes.compactMap(\.woken))
        let isRetried = changes.contains { if case .retry = $0 { true } else { false } }
        let all = isRetried ? state.withLock { $0.tape.messages.messages().map(\.node) } : []
        mail.wake(moved.union(all))
    }

    /// The messages for a node, and answers to its own.
    public func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
        var delivery = try read { $0.messages.delivery(to: node, without: taken, limit: limit, at: now()) }
        delivery.answers = mail.takeAnswers(for: node)
        return delivery
    }

    /// Messages that are addressed to nodes which do not live.
    public func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
        try read { $0.messages.strays(from: living, limit: limit) }
    }

    /// Wakes a node when there may be something for it.
    public func wakeups(at node: String) -> AsyncStream<Void> { mail.wakeups(at: node) }

    /// Writes down that a node lives, and reads which others do.
    public func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
        try state.withLock { state in
            if let failure = state.failure, node != nil { throw failure }
            state.tape.expire(at: now())
        }
        return mail.meet(node, within: age, at: now())
    }

    /// All messages, the oldest first.
    public func messages(after number: Int, limit: Int) async throws -> [MailboxMessage] {
        try read { $0.messages.messages(after: number, limit: limit) }
    }

    /// Keeps a snapshot, and drops entries that are no longer needed.
    public func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        try await write(fencing: nil) { $0.write(.snapshot(snapshot, droppingBefore: time)) }
    }

    /// The commits of a log that end after an entry, in order.
    public func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try read { Array($0.logs[name]?.commits.drop { $0.last <= sequence }.prefix(max(limit, 0)) ?? []) }
    }

    /// The newest snapshot of a log that was taken at an entry or before it.
    public func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try read { $0.logs[name]?.snapshots.last { $0.sequence <= sequence } }
    }

    /// The names of all logs, in order.
    public func names() async throws -> [String] { try read { $0.logs.keys.sorted() } }

    /// Makes pending writes durable, and closes the log.
    public func close() async {
        state.withLock { state in
            if state.failure == nil { state.tape.sync() }
            state.failure = .closed(place: Self.place)
        }
        mail.close()
    }

    private func read<Result>(_ body: (LogTape) throws -> Result) throws -> Result {
        try state.withLock { state in
            // Who cannot write can still read.
            if case .closed? = state.failure { throw ActionLogError.closed(place: Self.place) }
            return try body(state.tape)
        }
    }

    /// Writes, waits, and makes the bytes durable.
    ///
    /// - Parameters:
    ///   - fence: The name and the number that may be taken.
    ///   - body: Writes, and returns the number of the write; `nil` if the entry's number is taken.
    /// - Throws: The fault.
    private func write(fencing fence: (name: String, sequence: Int)?, _ body: (inout LogTape) -> Int?)
        async throws
    {
        let fenced = fence.map { ActionLogError.fenced(name: $0.name, sequence: $0.sequence) }
        let (number, steps) = try state.withLock { state in
            if let failure = state.failure { throw failure }
            if state.strikes(faults.fullDisk) {
                state.failure = .full(place: Self.place)
                throw ActionLogError.full(place: Self.place)
            }
            if let fenced, state.strikes(faults.fences) { throw fenced }
            guard let number = body(&state.tape) else { throw fenced ?? .closed(place: Self.place) }
            return (number, Int.random(in: faults.delay, using: &state.generator))
        }
        for _ in 0..<steps { await Task.yield() }
        try state.withLock { state in
            if !state.tape.isDurable(number) {
                // It ended in between.
                if let failure = state.failure { throw failure }
                state.tape.sync()
            }
            if state.strikes(faults.lostAnswers) {
                let failure = ActionLogError.failed(place: Self.place, reason: "the answer was lost")
                if state.failure == nil { state.failure = failure }
                throw failure
            }
            if let fenced, state.strikes(faults.doubledAnswers) { throw fenced }
        }
    }
}

extension MemoryLog.State {
    /// Whether something goes wrong.
    fileprivate mutating func strikes(_ chance: Double) -> Bool {
        chance > 0 && Double.random(in: 0..<1, using: &generator) < chance
    }
}
