// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A store on the main actor.
@MainActor
package final class StoreShell: Shell {
    private let store: StoreOf<Diary>

    package init(_ diary: Diary, reporter: DiagnosticReporter) {
        store = Store(initialState: Diary.State()) {
            diary
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
    }

    package var state: Diary.State { store.state }

    package func send(_ action: Diary.Action) -> StoreTask { store.send(action) }

    package func send(contentsOf actions: [Diary.Action]) -> StoreTask {
        store.send(contentsOf: actions)
    }

    package func observe<Value: Equatable & Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        store.observe(select, onChange: onChange)
    }

    package func observe<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        removeDuplicates isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        store.observe(select, removeDuplicates: isDuplicate, onChange: onChange)
    }

    package func observeUncompared<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        store.observe(select, onChange: onChange)
    }

    package func observeState(
        onChange: @escaping @Sendable (Diary.State) -> Void
    ) -> ObservationToken {
        store.observe(onChange: onChange)
    }

    package func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<Diary.State, Diary.Action>) -> Void
    ) -> ObservationToken {
        store.onAction(onAction)
    }

    package func payloadAddress() -> UInt { store.withState { $0.payload.address } }

    package func close() { store.close() }

    package nonisolated func sendInside(_ action: Diary.Action) {
        _ = MainActor.assumeIsolated { store.send(action) }
    }

    package nonisolated func readInside() -> Diary.State { MainActor.assumeIsolated { store.state } }

    package nonisolated func closeInside() { MainActor.assumeIsolated { store.close() } }

    package nonisolated func observeInside(
        _ select: @escaping @Sendable (Diary.State) -> Int,
        onChange: @escaping @Sendable (Int) -> Void
    ) -> ObservationToken {
        MainActor.assumeIsolated { store.observe(select, onChange: onChange) }
    }
}
