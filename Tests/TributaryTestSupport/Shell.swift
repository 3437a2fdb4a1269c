// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// What the laws ask of every shell around a machine.
package protocol Shell: AnyObject, Sendable {
    var state: Diary.State { get async }

    @discardableResult func send(_ action: Diary.Action) async -> StoreTask
    @discardableResult func send(contentsOf actions: [Diary.Action]) async -> StoreTask

    func observe<Value: Equatable & Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) async -> ObservationToken

    func observe<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        removeDuplicates isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
        onChange: @escaping @Sendable (Value) -> Void
    ) async -> ObservationToken

    /// Observes a value as one that cannot be compared.
    func observeUncompared<Value: Sendable>(
        _ select: @escaping @Sendable (Diary.State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) async -> ObservationToken

    func observeState(onChange: @escaping @Sendable (Diary.State) -> Void) async -> ObservationToken

    func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<Diary.State, Diary.Action>) -> Void
    ) async -> ObservationToken

    /// What a closure sees of the state where it lies.
    func payloadAddress() async -> UInt

    func close() async

    /// For whoever is on the shell's actor already: in a reducer, or while being notified.
    func sendInside(_ action: Diary.Action)
    func readInside() -> Diary.State
    func closeInside()
    func observeInside(
        _ select: @escaping @Sendable (Diary.State) -> Int,
        onChange: @escaping @Sendable (Int) -> Void
    ) -> ObservationToken
}

/// The shells there are, for tests that hold for each.
package enum ShellKind: CaseIterable, Sendable {
    case machine, store, storeActor

    /// Makes a shell around a diary.
    package func make(
        _ diary: Diary = Diary(),
        reporter: DiagnosticReporter = .current
    ) async -> any Shell {
        switch self {
        case .machine: MachineShell(diary, reporter: reporter)
        case .store: await StoreShell(diary, reporter: reporter)
        case .storeActor: StoreActorShell(diary, reporter: reporter)
        }
    }
}
