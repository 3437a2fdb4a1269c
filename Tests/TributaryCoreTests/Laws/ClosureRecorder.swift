// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A recorder that calls closures.
final class ClosureRecorder<State, Action>: Recorder {
    let carrier: (any ContextCarrier)?
    private let onRecord: (Action, ActionOrigin, Int?) -> RecordedEntry
    private let onPass: ([Int]) -> Void
    private let onMount: (RecordedMount) -> Int
    private let onCommit: (RecordedCommit) -> Void

    init(
        carrier: (any ContextCarrier)? = nil,
        record: @escaping (Action, ActionOrigin, Int?) -> RecordedEntry,
        pass: @escaping ([Int]) -> Void = { _ in },
        mount: @escaping (RecordedMount) -> Int = { _ in 0 },
        commit: @escaping (RecordedCommit) -> Void
    ) {
        self.carrier = carrier
        (onRecord, onPass, onMount, onCommit) = (record, pass, mount, commit)
    }

    func record(_ action: Action, _ origin: ActionOrigin, cause: Int?) -> RecordedEntry {
        onRecord(action, origin, cause)
    }

    func pass(_ positions: [Int]) { onPass(positions) }

    func mount(_ mount: RecordedMount) -> Int { onMount(mount) }

    func commit(
        isPart: Bool,
        settledState: () -> State?,
        end: @escaping @Sendable ((any Error)?) -> Void
    ) {
        onCommit(RecordedCommit(isPart: isPart, isSettled: settledState() != nil, end: end))
    }
}

/// A commit that a test ends.
struct RecordedCommit {
    let isPart: Bool
    let isSettled: Bool
    let end: @Sendable ((any Error)?) -> Void
}

extension Store {
    /// Makes a store whose actions are recorded from the first on.
    convenience init(
        initialState: State,
        recorder: ClosureRecorder<State, Action>,
        @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) {
        let machine = Machine(initialState: initialState, reducer: reducer, dependencies: .ofStore(configure))
        machine.record(with: recorder)
        self.init(machine)
    }
}
