// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import Foundation
public import TributaryCore
public import TributaryLog

/// Replays a session that `export` wrote, and fails the test if the replay goes wrong.
///
/// ```swift
/// let state = try await replay(session: "bug.tributary") { Shop() }
/// #expect(state.total == 500)
/// ```
/// No effect runs, because the session contains the actions that they sent. A diagnostic of the library fails the test, and so does
/// a state that differs from a snapshot of the same reducer version in the session. A `Secret` has its empty value.
///
/// - Parameters:
///   - path: Of the file.
///   - version: Of the reducer, as the store was opened with it.
///   - sequence: The entry at which to stop; by default the last one.
///   - reducer: The reducer; made and resolved once.
///   - mounts: Makes the reducers that were mounted, by their names.
///   - configure: Sets dependencies for the reducer.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The state after the last entry.
/// - Throws: An `ActionLogError` if the file is no session, and a `JournalError` if an entry cannot be read.
@discardableResult
public nonisolated(nonsending) func replay<
    State: Codable & Equatable,
    Action: Journaled,
    R: Reducer<State, Action>
>(
    session path: String,
    version: Int = 1,
    upTo sequence: Int? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    mounts: () -> [String: AnyReducer<State, Action>] = { [:] },
    dependencies configure: (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async throws -> State {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let session = try SessionReplay<State, Action>(
        LogSession(contentsOf: path),
        fingerprint: "\(String(reflecting: R.self)) \(version)",
        reducer: reducer,
        mounts: mounts,
        dependencies: configure,
        site: site
    )
    try session.run(upTo: sequence) { _, _, _ in }
    return session.state
}

extension TestStore {
    /// A test store that begins after an entry of a session that `export` wrote, to test or `explore` the actions that follow.
    ///
    /// ```swift
    /// await explore {
    ///     let store = try TestStore(session: "bug.tributary", upTo: 41) { Shop() }
    ///     await store.send(.paid)
    ///     …
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - sequence: The last entry to be reduced before; by default the last one.
    ///   - order: The order in which effects continue.
    ///   - reducer: The reducer.
    ///   - configure: Sets dependencies for the reducer and its effects.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Throws: An `ActionLogError` if the file is no session, and a `JournalError` if an entry cannot be read.
    public convenience init<R: Reducer<State, Action>>(
        session path: String,
        upTo sequence: Int? = nil,
        order: EffectOrder = .firstReady,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) throws where State: Codable & Equatable, Action: Journaled {
        let session = try SessionReplay<State, Action>(
            LogSession(contentsOf: path),
            fingerprint: nil,
            reducer: reducer,
            mounts: { [:] },
            dependencies: configure,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
        try session.run(upTo: sequence) { _, _, _ in }
        self.init(
            initialState: session.state,
            order: order,
            reducer: reducer,
            dependencies: configure,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }
}

/// Reduces a session, and looks at its snapshots on the way.
struct SessionReplay<State: Codable & Equatable, Action: Journaled> {
    let session: LogSession
    let start: State
    private let replayer: EntryReplayer<State, Action>
    private let fingerprint: String?
    private let site: CallSite

    init<R: Reducer<State, Action>>(
        _ session: LogSession,
        fingerprint: String?,
        reducer: () -> R,
        mounts: () -> [String: AnyReducer<State, Action>],
        dependencies configure: (inout Dependencies) -> Void,
        site: CallSite
    ) throws {
        self.session = session
        self.fingerprint = fingerprint
        self.site = site
        start = try session.start.state(as: State.self)
        replayer = try EntryReplayer(
            of: session.name,
            startingWith: start,
            mounts: session.start.mounts,
            reducer: reducer,
            makingMounts: mounts
        ) {
            $0.isTesting = true
            $0.diagnosticReporter = DiagnosticReporter { site.fail("\($0)") }
            configure(&$0)
        }
    }

    var state: State { replayer.state }

    /// Reduces the entries, and shows each to a closure, with its number and the state before it.
    func run(upTo end: Int?, _ body: (JournalEntry<Action>, Int, State) throws -> Void) throws {
        let coding = CommitCoding<Action>()
        var last = session.start.sequence
        for commit in session.commits {
            for entry in try coding.decode(commit).dropFirst(max(last + 1 - commit.sequence, 0)) {
                guard last < end ?? .max else { return }
                last += 1
                let before = replayer.state
                try replayer.replay(entry, last)
                try body(entry, last, before)
                guard try isWhatItWas(at: last) else { return }
            }
        }
        if let end, end > last {
            throw JournalError.noSuchEntry(name: session.name, sequence: end, last: last)
        }
    }

    /// Whether the state is that of a snapshot of the same reducer; otherwise the test fails.
    private func isWhatItWas(at entry: Int) throws -> Bool {
        guard let fingerprint, let snapshot = session.snapshots.first(where: { $0.sequence == entry }),
            RecordedMounts(in: snapshot.fingerprint, of: fingerprint) != nil
        else { return true }
        let kept = try snapshot.state(as: State.self)
        guard kept != state else { return true }
        site.fail(
            """
            “\(session.name)” is not what it was at entry \(entry).

            \(diff(kept, state, format: .proportional) ?? "The two look the same as text.")

            (Kept: −, Replayed: +)
            """
        )
        return false
    }
}

extension LogSnapshot {
    /// The state that was kept.
    ///
    /// - Throws: `JournalError.undecodable` if it is a state of another type.
    func state<State: Decodable>(as type: State.Type) throws -> State {
        do {
            return try JSONDecoder().decode(State.self, from: Data(contents))
        } catch {
            throw JournalError.undecodable(name: name, sequence: sequence, reason: "\(error)")
        }
    }
}
