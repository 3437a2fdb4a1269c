// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import TributaryCore
public import TributaryLog

/// A session that was made as short as possible.
public struct MinimizedSession<Action> {
    /// The remaining actions, in order.
    public let actions: [Action]

    /// How many actions the session had.
    public let recordedCount: Int

    /// How many sequences of actions were tried.
    public let probeCount: Int
}

extension MinimizedSession: Sendable where Action: Sendable {}

/// Leaves out actions of a recorded session, and makes their payloads smaller, as long as the session fails.
///
/// ```swift
/// try await minimize(session: "bug.tributary", to: "small.tributary") {
///     Shop()
/// } failing: { state in
///     state.total < 0
/// }
/// ```
/// No effect runs, because every action that they sent is in the session. Such an action is left out with the one whose
/// effect sent it, and may be left out without it. Then payloads become smaller: numbers go toward zero, texts and lists become
/// shorter, as long as the action can be decoded. No single action of the result can be left out, and no pair, if it has at
/// most 64 actions.
///
/// `tributary-log minimize FILE --test NAME` runs a test that calls this, with its own file in place of `path` and of `output`. If
/// a reducer traps, that counts as the failure there, and the next process continues where the last one ended.
///
/// The cost is the time to decode the session, and for each try to reduce the actions that are left.
///
/// - Parameters:
///   - path: The path of the session, as `export` or a counterexample wrote it.
///   - output: The path of the shorter session; `nil` writes none.
///   - reducer: The reducer; made once for each try.
///   - mounts: Makes the reducers that were mounted, by their names.
///   - configure: Sets dependencies for the reducer. Diagnostics are silent by default.
///   - isWrong: Whether a state is the failure. It is called after each action.
/// - Returns: The remaining actions.
/// - Throws: An `ActionLogError` if the file is no session, a `JournalError` if an entry cannot be read, and
///   ``MinimizingError`` if no state of the session is wrong.
@discardableResult
public nonisolated(nonsending) func minimize<State: Codable, Action: Journaled, R: Reducer<State, Action>>(
    session path: String,
    to output: String? = nil,
    @ReducerBuilder<State, Action> reducer: @escaping () -> R,
    mounts: @escaping () -> [String: AnyReducer<State, Action>] = { [:] },
    dependencies configure: @escaping (inout Dependencies) -> Void = { _ in },
    failing isWrong: @escaping (_ state: State) -> Bool
) async throws -> MinimizedSession<Action> {
    let environment = ProcessInfo.processInfo.environment
    let record = try environment["TRIBUTARY_PROBES"].map { try ProbeRecord(at: $0) }
    let minimizing = try SessionMinimizing<State, Action>(
        LogSession(contentsOf: environment["TRIBUTARY_SESSION"] ?? path),
        record: record,
        isWrong: isWrong
    ) { session, start in
        try EntryReplayer(
            of: session.name,
            startingWith: start,
            mounts: session.start.mounts,
            reducer: reducer,
            makingMounts: mounts
        ) {
            $0.isTesting = true
            $0.diagnosticReporter = .silent
            configure(&$0)
        }
    }
    let (minimized, session) = try await minimizing.run()
    if let output = environment["TRIBUTARY_MINIMIZED"] ?? output { try session.write(to: output) }
    return minimized
}

/// An error of `minimize`.
public enum MinimizingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The session does not lead to a wrong state.
    case noFailure

    /// The error in words.
    public var description: String { "No state of the session is wrong." }
}

/// One minimization of a session.
struct SessionMinimizing<State: Codable, Action: Journaled> {
    /// An entry with the number that it had, by which others name it as their cause.
    private struct Entry {
        let number: Int
        var entry: JournalEntry<Action>

        /// The entry without which this one cannot be.
        var origin: Int? {
            if case .ended(let began) = entry.mount { return began }
            return entry.cause
        }
    }

    private let session: LogSession
    private let entries: [Entry]
    private let hasOrigins: Bool
    private let record: ProbeRecord?
    private let isWrong: (State) -> Bool
    private let makeReplayer: () throws -> EntryReplayer<State, Action>

    init(
        _ session: LogSession,
        record: ProbeRecord? = nil,
        isWrong: @escaping (State) -> Bool,
        makeReplayer: @escaping (LogSession, State) throws -> EntryReplayer<State, Action>
    ) throws {
        self.session = session
        self.record = record
        self.isWrong = isWrong
        let start = try session.start.state(as: State.self)
        self.makeReplayer = { try makeReplayer(session, start) }
        let first = session.start.sequence
        let entries = try session.entries(of: Action.self).compactMap { number, entry -> Entry? in
            var entry = entry
            (entry.isPart, entry.step, entry.command) = (false, nil, nil)
            return entry.action != nil || entry.mount != nil ? Entry(number: number, entry: entry) : nil
        }
        self.entries = entries
        hasOrigins = entries.contains { $0.origin.map { $0 > first } == true }
    }

    nonisolated(nonsending) func run() async throws -> (MinimizedSession<Action>, LogSession) {
        // An error at the beginning is no failure to look for.
        _ = try makeReplayer()
        var shrinker = Shrinker<Entry>(failure: failing) { entry in
            guard let action = entry.entry.action else { return [] }
            return PayloadShrinker.simpler(action).map { action in
                var simpler = entry
                simpler.entry.action = action
                return simpler
            }
        }
        guard let failing = await shrinker.failure(entries) else { throw MinimizingError.noFailure }
        let shortest = renumbered(await shrinker.shrink(failing))
        let coding = CommitCoding<Action>()
        let commits = try shortest.map { entry in
            LogCommit(
                name: session.name,
                sequence: entry.number,
                time: entry.entry.time,
                contents: try coding.encode([entry.entry])
            )
        }
        let minimized = MinimizedSession(
            actions: shortest.compactMap(\.entry.action),
            recordedCount: entries.count,
            probeCount: shrinker.probeCount + 1
        )
        return (minimized, LogSession(name: session.name, start: session.start, commits: commits))
    }

    private nonisolated(nonsending) func failing(_ entries: [Entry]) async -> [Entry]? {
        let entries = connected(entries)
        func run() -> Int? {
            guard let replayer = try? makeReplayer() else { return nil }
            for (index, entry) in renumbered(entries).enumerated() {
                guard (try? replayer.replay(entry.entry, entry.number)) != nil else { return nil }
                if isWrong(replayer.state) { return index + 1 }
            }
            return nil
        }
        let count = record.map { $0.result(of: entries.count, run) } ?? run()
        return count.map { Array(entries.prefix($0)) }
    }

    /// The entries without those whose cause is not among them.
    private func connected(_ entries: [Entry]) -> [Entry] {
        guard hasOrigins else { return entries }
        var kept: Set<Int> = []
        return entries.filter { entry in
            guard entry.origin.map({ $0 <= session.start.sequence || kept.contains($0) }) ?? true else {
                return false
            }
            kept.insert(entry.number)
            return true
        }
    }

    /// The entries with the numbers that they have in a session of their own, on which their random numbers depend.
    private func renumbered(_ entries: [Entry]) -> [Entry] {
        let first = session.start.sequence
        var numbers: [Int: Int] = [:]
        return entries.enumerated().map { index, old in
            var entry = old.entry
            if hasOrigins {
                numbers[old.number] = first + index + 1
                entry.cause = entry.cause.map { numbers[$0] ?? $0 }
                if case .ended(let began) = entry.mount {
                    entry.mount = .ended(entry: numbers[began] ?? began)
                }
            }
            return Entry(number: first + index + 1, entry: entry)
        }
    }
}

extension LogSession {
    /// The entries after the state with which the session begins, with their numbers.
    func entries<Action: Journaled>(of _: Action.Type) throws -> [(number: Int, entry: JournalEntry<Action>)]
    {
        var last = start.sequence
        return zip(commits, try CommitCoding<Action>().decode(commits)).flatMap { commit, decoded in
            decoded.dropFirst(max(last + 1 - commit.sequence, 0)).map { entry in
                last += 1
                return (last, entry)
            }
        }
    }
}
