// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// Persists a part of the state in a storage: loads it once, by an action, and saves it after changes.
///
/// ```swift
/// let token = store.attach(
///     Persistence(\.syncUps, in: .file(url), loaded: \.syncUpsLoaded, failed: \.storageFailed)
/// )
/// …
/// case .syncUpsLoaded(let syncUps): state.syncUps = syncUps
/// ```
/// **Loading** begins when it is attached. The reducers receive the loaded value as an action, so a log of actions is
/// complete. If the storage is empty, they receive the value `ifEmpty`, for code that waits for the result, such as a
/// deep link. Without one, they receive no action. Nothing is saved before loading ends, so earlier changes do not
/// overwrite the stored value.
///
/// **Saving** begins after a delay from the first unsaved change, however many changes follow, and saves the newest
/// value. Changes during a save are saved after it. Saving belongs to no action: the task of an action neither awaits
/// nor cancels it.
///
/// **The end.** `await store.flush()` saves immediately, and waits. Dropping the token and closing the store start to
/// save unsaved changes, and do not wait: flush before a program exits. A store that is released without being closed
/// saves when the token is released.
///
/// **Failures** are actions of the case `failed`. Without it, or without the state, they are diagnostics. A value that
/// could not be saved is saved with the next change, or at the end. After a failed load, nothing is saved until a
/// persistence is attached again, unless the storage has moved damaged content aside, as files do.
///
/// Attached to a scope, it loads each time the scope's state appears, and saves the last value when the state is
/// removed.
///
/// The value is stored for a comparison after each action, so a reducer that changes it copies it once per action.
public struct Persistence<State, Action>: Companion, Sendable {
    private let makeAttachment: @Sendable (StoreHandle<State, Action>) -> Attachment<State, Action>

    /// Persists a part of the state in a storage.
    ///
    /// - Parameters:
    ///   - value: The part, such as `\.syncUps`.
    ///   - storage: The storage.
    ///   - loaded: The case of the action with the loaded value.
    ///   - empty: The loaded value if the storage is empty; with `nil`, there is no action then.
    ///   - failed: The case of the action that reports a failure.
    ///   - delay: The time for which changes are collected before they are saved.
    ///   - clock: The clock for the delay; by default, the store's dependency `\.clock`.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public init<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (State) -> Value,
        in storage: Storage<Value>,
        loaded: CaseKeyPath<Action, Value>,
        ifEmpty empty: Value? = nil,
        failed: CaseKeyPath<Action, StorageFailure>? = nil,
        after delay: Duration = .seconds(1),
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) where Action: CasePathable {
        self.init(
            PersistencePlan(
                select: value,
                storage: storage,
                loaded: CasePath(loaded),
                empty: empty,
                failed: failed.map { CasePath($0) },
                delay: delay,
                clock: clock,
                site: SourceSite(fileID: fileID, line: line)
            )
        )
    }

    // The compiler refuses to capture the conformance of the actions.
    private init<Value>(_ plan: PersistencePlan<State, Action, Value>) {
        makeAttachment = { PersistenceAttachment(plan, reporter: $0.diagnosticReporter).attachment }
    }

    /// The attachment that loads and saves the value of one store.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        makeAttachment(store)
    }
}

/// The arguments of a persistence.
struct PersistencePlan<State, Action, Value: Equatable & Sendable>: Sendable {
    let select: @Sendable (State) -> Value
    let storage: Storage<Value>

    /// The case of the action with the loaded value.
    let loaded: CasePath<Action, Value>

    /// The loaded value if the storage is empty.
    let empty: Value?
    let failed: CasePath<Action, StorageFailure>?
    let delay: Duration
    let clock: (any Clock<Duration>)?
    let site: SourceSite
}
