// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// Somebody's own actor with a machine in it.
package actor MachineShell: Shell {
    private let machine: Machine<Diary.State, Diary.Action>

    package init(_ diary: Diary, reporter: DiagnosticReporter) {
        machine = Machine(initialState: Diary.State()) {
            diary
        } dependencies: {
            $0.diagnosticReporter = reporter
        }
        machine.runEffects(on: self)
    }

    package var state: Diary.State { machine.state }

    package func send(_ action: Diary.Action) -> StoreTask { machine.send(action) }

    package func send(contentsOf actions: [Diary.Action]) -> StoreTask {
        machine.send(contentsOf: actions)
    }

    package func observe<Value: Equatable & Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, onChange: onChange)
    }

    package func observe<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        removeDuplicates isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, removeDuplicates: isDuplicate, onChange: onChange)
    }

    package func observeUncompared<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, onChange: onChange)
    }

    package func observeState(
        onChange: @escaping @Sendable (Diary.State) -> Void
    ) -> ObservationToken {
        machine.observe(onChange: onChange)
    }

    package func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<Diary.State, Diary.Action>) -> Void
    ) -> ObservationToken {
        machine.onAction(onAction)
    }

    package func payloadAddress() -> UInt { machine.withState { $0.payload.address } }

    package func close() { machine.close() }

    package nonisolated func sendInside(_ action: Diary.Action) {
        _ = assumeIsolated { $0.machine.send(action) }
    }

    package nonisolated func readInside() -> Diary.State { assumeIsolated { $0.machine.state } }

    package nonisolated func closeInside() { assumeIsolated { $0.machine.close() } }

    package nonisolated func observeInside(
        _ select: @escaping @Sendable (Diary.State) -> Int,
        onChange: @escaping @Sendable (Int) -> Void
    ) -> ObservationToken {
        assumeIsolated { $0.machine.observe(select, onChange: onChange) }
    }
}
