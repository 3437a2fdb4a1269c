// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A store on an actor of its own.
package final class StoreActorShell: Shell {
    private let store: StoreActor<Diary.State, Diary.Action>

    package init(_ diary: Diary, reporter: DiagnosticReporter) {
        store = StoreActor(initialState: Diary.State()) {
            diary
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
    }

    package var state: Diary.State { get async { await store.state } }

    package func send(_ action: Diary.Action) async -> StoreTask { await store.send(action) }

    package func send(contentsOf actions: [Diary.Action]) async -> StoreTask {
        await store.send(contentsOf: actions)
    }

    package func observe<Value: Equatable & Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) async -> ObservationToken {
        await store.observe(select, onChange: onChange)
    }

    package func observe<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        removeDuplicates isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
        onChange: @escaping @Sendable (Value) -> Void
    ) async -> ObservationToken {
        await store.observe(select, removeDuplicates: isDuplicate, onChange: onChange)
    }

    package func observeUncompared<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) async -> ObservationToken {
        await store.observe(select, onChange: onChange)
    }

    package func observeState(
        onChange: @escaping @Sendable (Diary.State) -> Void
    ) async -> ObservationToken {
        await store.observe(onChange: onChange)
    }

    package func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<Diary.State, Diary.Action>) -> Void
    ) async -> ObservationToken {
        await store.onAction(onAction)
    }

    package func payloadAddress() async -> UInt { await store.withState { $0.payload.address } }

    package func close() async { await store.close() }

    package func sendInside(_ action: Diary.Action) { _ = store.assumeIsolated { $0.send(action) } }

    package func readInside() -> Diary.State { store.assumeIsolated { $0.state } }

    package func closeInside() { store.assumeIsolated { $0.close() } }

    package func observeInside(
        _ select: @escaping @Sendable (Diary.State) -> Int,
        onChange: @escaping @Sendable (Int) -> Void
    ) -> ObservationToken {
        store.assumeIsolated { $0.observe(select, onChange: onChange) }
    }
}
