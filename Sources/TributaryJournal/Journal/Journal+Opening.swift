// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TributaryCore
import TributaryLog

extension Journal {
    /// Opens a store with the state that it had when it was last open, or with the initial one.
    ///
    /// The newest snapshot of the same reducer is decoded, and the entries after it are reduced, about 200,000 a second. Effects
    /// that ran when the process ended do not run again; feedbacks begin with the queries of the recovered state.
    ///
    /// - Parameters:
    ///   - name: Of the store in the journal.
    ///   - version: Of the reducer. Raise it when the reducer handles the same actions differently, so that older snapshots are not
    ///     used.
    ///   - initialState: The state before the first action. The log keeps it, so a later version may use another one for new
    ///     stores.
    ///   - reducer: The reducer; made and resolved once to recover the state, and once for the store.
    ///   - mounts: Makes the reducers that are mounted on the store at times, by the names that they have there.
    ///   - configure: Sets dependencies for the store's reducers and effects.
    /// - Returns: The store, on an actor of its own.
    /// - Throws: A `JournalError` if the store is open or an entry cannot be read; an `ActionLogError` if the log cannot be read.
    public func open<State: Codable & Sendable, Action: Journaled & Sendable, R: Reducer<State, Action>>(
        _ name: String,
        version: Int = 1,
        initialState: State,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R,
        mounts: @Sendable () -> [String: AnyReducer<State, Action>] = { [:] },
        dependencies configure: @Sendable (inout Dependencies) -> Void = { _ in }
    ) async throws -> StoreActor<State, Action> {
        let opened = try await begin(name, version, initialState, reducer, mounts, configure)
        let machine = Machine(
            initialState: opened.state,
            reducer: reducer,
            dependencies: .ofStore(configure)
        )
        machine.record(with: opened.makeRecorder())
        return StoreActor(machine: machine)
    }

    /// The recovered state of a store, and its recorder.
    struct Beginning<State: Sendable, Action: Journaled & Sendable>: Sendable {
        let state: State

        /// The number of the last entry.
        let last: Int
        let makeRecorder: @Sendable () -> sending StoreRecorder<State, Action>
    }

    nonisolated(nonsending) func begin<
        State: Codable & Sendable,
        Action: Journaled & Sendable,
        R: Reducer<State, Action>
    >(
        _ name: String,
        _ version: Int,
        _ initialState: State,
        _ reducer: () -> R,
        _ mounts: () -> [String: AnyReducer<State, Action>],
        _ configure: (inout Dependencies) -> Void,
        ownership: StoreOwnership? = nil,
        outbox: StoreOutbox<State, Action>? = nil
    ) async throws -> Beginning<State, Action> {
        let opened = try await register(name)
        let fingerprint = Self.fingerprint(of: R.self, version)
        let replayed = try await recover(
            name,
            fingerprint,
            initialState,
            upTo: .max,
            reducer,
            mounts,
            configure
        ) { ownership?.recovered($0.command, isClaim: $0.action == nil, entry: $1) }
        let recovered = replayed.state
        if let ownership {
            try await check(ownership, of: name, recovered, Action.self)
            // Also where another node made the first entry, and lost the store before it could keep this.
            if !replayed.beganWithSnapshot {
                try await keepInitial(initialState, of: name) { [UInt8](try JSONEncoder().encode($0)) }
            }
        }
        let encode: @Sendable (State) throws -> [UInt8] = { [UInt8](try JSONEncoder().encode($0)) }
        if recovered.sequence == 0 { try await keepInitial(recovered.state, of: name, encode) }
        let reporter = replayed.dependencies.diagnosticReporter
        if replayed.isCutOff { reporter.report(.turnCutOff(of: name, at: recovered.sequence)) }
        // A snapshot that cannot be kept costs time at the next start, and nothing else; so it is reported, not thrown.
        let keep: StoreRecorder<State, Action>.KeepingSnapshot = {
            [log, retention] state, last, time, mounts in
            do {
                let snapshot = LogSnapshot(
                    name: name,
                    sequence: last,
                    time: time,
                    fingerprint: mounts.fingerprint(of: fingerprint),
                    contents: try encode(state)
                )
                try await log.keep(snapshot, droppingBefore: retention.limit(at: time))
            } catch {
                reporter.report(.snapshotFailed(of: name, error))
            }
        }
        let writer = LogWriter<Action>(
            name: name,
            log: log,
            after: recovered.sequence,
            ownership: ownership
        )
        opened.store.write(by: writer)
        ownership?.flush(by: writer)
        let interval = snapshots.interval
        let carrier = replayed.dependencies.contextCarrier
        // The rest of a turn that was cut off may have set reminders.
        let reminded = replayed.isCutOff ? nil : outbox?.reminders.map { $0.due(recovered.state) }
        return Beginning(state: recovered.state, last: recovered.sequence) {
            StoreRecorder(
                writer,
                keepingBy: keep,
                after: recovered.sequence,
                mounts: recovered.mounts.mounts,
                snapshotAt: recovered.snapshot,
                interval: interval,
                now: Self.now,
                opened: opened.token,
                ownership: ownership,
                carrier: carrier,
                outbox: outbox,
                reminded: reminded
            )
        }
    }

    /// Keeps the state before the first entry, so that a later version of the program begins with the same.
    nonisolated(nonsending) private func keepInitial<State>(
        _ state: State,
        of name: String,
        _ encode: (State) throws -> [UInt8]
    ) async throws {
        guard try await log.snapshot(of: name, upTo: 0) == nil else { return }
        let initial = LogSnapshot(
            name: name,
            sequence: 0,
            time: Self.now(),
            fingerprint: "initial",
            contents: try encode(state)
        )
        try await log.keep(initial, droppingBefore: nil)
    }

    /// The fingerprint that the snapshots of one reducer have in common.
    package static func fingerprint<R>(of reducer: R.Type, _ version: Int) -> String {
        "\(String(reflecting: reducer)) \(version)"
    }

    /// The state of a snapshot, if a reducer with this fingerprint can begin with it.
    static func start<State: Decodable>(with snapshot: LogSnapshot, _ fingerprint: String) -> RecoveredState<
        State
    >? {
        // The state before the first entry is the same whatever reducer came after it.
        let mounts =
            snapshot.sequence == 0
            ? RecordedMounts() : RecordedMounts(in: snapshot.fingerprint, of: fingerprint)
        guard let mounts, let state = try? JSONDecoder().decode(State.self, from: Data(snapshot.contents))
        else { return nil }
        return RecoveredState(
            state: state,
            sequence: snapshot.sequence,
            snapshot: snapshot.sequence,
            mounts: mounts
        )
    }

    /// The contents of a log.
    struct Recovered<State> {
        let state: RecoveredState<State>
        let dependencies: Dependencies

        /// Whether the last turn was written in part only.
        let isCutOff: Bool

        /// Whether it began with a state that was kept.
        let beganWithSnapshot: Bool
    }

    /// The state after an entry.
    nonisolated(nonsending) func recover<
        State: Codable & Sendable,
        Action: Journaled & Sendable,
        R: Reducer<State, Action>
    >(
        _ name: String,
        _ fingerprint: String,
        _ initialState: State?,
        upTo end: Int,
        _ reducer: () -> R,
        _ mounts: () -> [String: AnyReducer<State, Action>],
        _ configure: (inout Dependencies) -> Void,
        observing observe: (JournalEntry<Action>, Int) -> Void = { _, _ in }
    ) async throws -> Recovered<State> {
        let kept: RecoveredState<State>? = try await firstSnapshot(of: name, upTo: end) {
            Self.start(with: $0, fingerprint)
        }
        guard let start = kept ?? initialState.map({ RecoveredState(state: $0, sequence: 0, snapshot: 0) })
        else {
            throw JournalError.noSuchEntry(name: name, sequence: min(end, 1), last: 0)
        }
        let replayer = try EntryReplayer<State, Action>(
            of: name,
            startingWith: start.state,
            mounts: start.mounts,
            reducer: reducer,
            makingMounts: mounts,
            dependencies: configure
        )
        let last = try await read(name, after: start.sequence, upTo: end) {
            (entry: JournalEntry<Action>, number) in
            observe(entry, number)
            try replayer.replay(entry, number)
        }
        return Recovered(
            state: RecoveredState(
                state: replayer.state,
                sequence: last,
                snapshot: start.snapshot,
                mounts: RecordedMounts(replayer.mounts)
            ),
            dependencies: replayer.replayer.dependencies,
            isCutOff: replayer.isCutOff,
            beganWithSnapshot: kept != nil
        )
    }
}

extension Diagnostic {
    /// The diagnostic about a turn that was cut off.
    static func turnCutOff(of name: String, at entry: Int) -> Diagnostic {
        Diagnostic(
            Diagnostic.Identifier("TRIBUTARY-033"),
            message: """
                The last turn of “\(name)” was so long that it was written in parts, and the program ended before the \
                last part: entry \(entry) is the last that was written.
                """,
            remedy: "Look for actions that keep sending each other. The turn's pending actions were not run."
        )
    }

    /// The diagnostic about a snapshot that could not be kept.
    static func snapshotFailed(of name: String, _ error: any Error) -> Diagnostic {
        Diagnostic(
            Diagnostic.Identifier("TRIBUTARY-031"),
            message: "A snapshot of “\(name)” could not be kept: \(error).",
            remedy: "Nothing is lost. Until a snapshot can be kept, opening the store takes longer."
        )
    }
}
