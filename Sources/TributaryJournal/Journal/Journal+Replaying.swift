// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TributaryCore
import TributaryLog
import TributaryPersistence

extension Journal {
    /// The state that a store had after an entry.
    ///
    /// It begins with the newest snapshot before it that the same reducer took. The store may be open.
    ///
    /// - Parameters:
    ///   - name: Of the store.
    ///   - version: Of the reducer, as the store is opened with it.
    ///   - sequence: The number of the entry; `0` is the initial state, and by default the newest entry counts.
    ///   - reducer: The reducer.
    ///   - mounts: Makes the reducers that were mounted, by their names.
    ///   - configure: Sets dependencies for it.
    /// - Returns: The state.
    /// - Throws: A `JournalError` if there is no such entry any more, or one cannot be read; an `ActionLogError` if the log
    ///   cannot.
    public nonisolated(nonsending) func replay<
        State: Codable & Sendable,
        Action: Journaled & Sendable,
        R: Reducer<State, Action>
    >(
        _ name: String,
        version: Int = 1,
        upTo sequence: Int? = nil,
        @ReducerBuilder<State, Action> reducer: () -> R,
        mounts: () -> [String: AnyReducer<State, Action>] = { [:] },
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) async throws -> State {
        let recovered = try await recover(
            name,
            Self.fingerprint(of: R.self, version),
            nil,
            upTo: sequence ?? .max,
            reducer,
            mounts,
            configure
        ).state
        if let sequence, recovered.sequence < sequence {
            throw JournalError.noSuchEntry(name: name, sequence: sequence, last: recovered.sequence)
        }
        return recovered.state
    }

    /// Makes sure that the entries of a store give the states that it had.
    ///
    /// It reduces all entries from the oldest snapshot on, twice and side by side, and compares with each snapshot on the
    /// way. So it finds reducers that depend on more than the state, the action and their dependencies, and those that have
    /// changed without another `version`. It takes a comparison of the state for each entry.
    ///
    /// - Parameters:
    ///   - name: Of the store.
    ///   - version: Of the reducer, as the store is opened with it.
    ///   - reducer: The reducer.
    ///   - mounts: Makes the reducers that were mounted, by their names.
    ///   - configure: Sets dependencies for it.
    /// - Returns: The number of entries that were reduced.
    /// - Throws: `JournalError.differs`, with the first entry after which a state differs.
    @discardableResult
    public nonisolated(nonsending) func verify<
        State: Codable & Equatable & Sendable,
        Action: Journaled & Sendable,
        R: Reducer<State, Action>
    >(
        _ name: String,
        version: Int = 1,
        @ReducerBuilder<State, Action> reducer: () -> R,
        mounts: () -> [String: AnyReducer<State, Action>] = { [:] },
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) async throws -> Int {
        let snapshots: [RecoveredState<State>] = try await usableSnapshots(
            of: name,
            Self.fingerprint(of: R.self, version)
        )
        guard let start = snapshots.first else {
            throw JournalError.noSuchEntry(name: name, sequence: 0, last: 0)
        }
        func make() throws -> EntryReplayer<State, Action> {
            try EntryReplayer(
                of: name,
                startingWith: start.state,
                mounts: start.mounts,
                reducer: reducer,
                makingMounts: mounts,
                dependencies: configure
            )
        }
        let (one, other) = (try make(), try make())
        var last = start.sequence
        for snapshot in snapshots.dropFirst() + [
            RecoveredState(state: start.state, sequence: .max, snapshot: 0)
        ] {
            let former = last
            last = try await read(name, after: last, upTo: snapshot.sequence) {
                (entry: JournalEntry<Action>, number) in
                try one.replay(entry, number)
                try other.replay(entry, number)
                if one.state != other.state { throw Self.differs(name, number, one.state, other.state) }
            }
            guard snapshot.sequence != .max, one.state != snapshot.state else { continue }
            throw Self.differs(name, former + 1, snapshot.state, one.state)
        }
        return last - start.sequence
    }

    private static func differs(_ name: String, _ sequence: Int, _ had: Any, _ has: Any) -> JournalError {
        let lines = StateDifference.lines(from: had, to: has)
        return .differs(name: name, sequence: sequence, difference: lines.joined(separator: "\n"))
    }

    /// The snapshots that a reducer can begin with, the oldest first.
    private func usableSnapshots<State: Codable>(of name: String, _ fingerprint: String) async throws
        -> [RecoveredState<State>]
    {
        var snapshots: [RecoveredState<State>] = []
        _ = try await firstSnapshot(of: name, upTo: .max) { snapshot -> Void? in
            if let start: RecoveredState<State> = Self.start(with: snapshot, fingerprint) {
                snapshots.append(start)
            }
            return nil
        }
        return snapshots.reversed()
    }
}
