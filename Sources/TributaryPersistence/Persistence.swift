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
/// complete. If the storage is empty, a case with an optional payload receives `nil`, for code that waits for the
/// result, such as a deep link. A case without one receives no action. Nothing is saved before loading ends, so
/// earlier changes do not overwrite the stored value.
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
    ///   - failed: The case of the action that reports a failure.
    ///   - delay: The time for which changes are collected before they are saved.
    ///   - clock: The clock for the delay; by default, the store's dependency `\.clock`.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public init<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (State) -> Value,
        in storage: Storage<Value>,
        loaded: CaseKeyPath<Action, Value>,
        failed: CaseKeyPath<Action, StorageFailure>? = nil,
        after delay: Duration = .seconds(1),
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) where Action: CasePathable {
        let site = SourceSite(fileID: fileID, line: line)
        let loaded = CasePath(loaded)
        self.init(value, storage, loaded, nil, failed.map { CasePath($0) }, (delay, clock), site)
    }

    /// Persists a part of the state in a storage, and reports an empty storage, too.
    ///
    /// - Parameters:
    ///   - value: The part, such as `\.syncUps`.
    ///   - storage: The storage.
    ///   - loaded: The case of the action with the loaded value, or `nil` if the storage is empty.
    ///   - failed: The case of the action that reports a failure.
    ///   - delay: The time for which changes are collected before they are saved.
    ///   - clock: The clock for the delay; by default, the store's dependency `\.clock`.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    public init<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (State) -> Value,
        in storage: Storage<Value>,
        loaded: CaseKeyPath<Action, Value?>,
        failed: CaseKeyPath<Action, StorageFailure>? = nil,
        after delay: Duration = .seconds(1),
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) where Action: CasePathable {
        let site = SourceSite(fileID: fileID, line: line)
        let (present, nothing) = Self.parts(of: CasePath(loaded))
        self.init(value, storage, present, nothing, failed.map { CasePath($0) }, (delay, clock), site)
    }

    // As below.
    private static func parts<Value>(
        of path: CasePath<Action, Value?>
    ) -> (present: CasePath<Action, Value>, nothing: @Sendable () -> Action) {
        let present = CasePath<Action, Value>(
            embed: { path.embed($0) },
            extract: { path.extract(from: $0) ?? nil }
        )
        return (present, { path.embed(nil) })
    }

    // The compiler refuses to capture the conformance of the actions.
    private init<Value: Equatable & Sendable>(
        _ value: @escaping @Sendable (State) -> Value,
        _ storage: Storage<Value>,
        _ loaded: CasePath<Action, Value>,
        _ nothing: (@Sendable () -> Action)?,
        _ failed: CasePath<Action, StorageFailure>?,
        _ delay: (Duration, (any Clock<Duration>)?),
        _ site: SourceSite
    ) {
        makeAttachment = { store in
            PersistenceAttachment(
                value,
                StorageWriter(storage),
                loaded,
                nothing,
                PersistenceReport(path: failed, reporter: store.diagnosticReporter, site: site),
                delay
            )
            .attachment
        }
    }

    /// The attachment that loads and saves the value of one store.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        makeAttachment(store)
    }
}

/// How a persistence reports failures.
private struct PersistenceReport<Action>: Sendable {
    let path: CasePath<Action, StorageFailure>?
    let reporter: DiagnosticReporter
    let site: SourceSite

    /// Reports a failure by an action, if the state that receives it still exists.
    func tell(_ failure: StorageFailure?, by send: Send<Action>, isStateThere: Bool) async {
        // The end saves the value that a cancelled effect could not save.
        guard let failure, !send.isCancelled else { return }
        guard let path, isStateThere else { return report(failure) }
        await send(path.embed(failure))
    }

    func report(_ failure: StorageFailure) {
        reporter.report(
            Diagnostic(
                Diagnostic.Identifier("TRIBUTARY-028"),
                message: failure.description,
                remedy: """
                    Name a case for failures, `Persistence(…, failed: \\.storageFailed)`, and call `await store.flush()` \
                    before the store is closed.
                    """,
                site: site
            )
        )
    }
}

/// A persistence attached to its store.
private final class PersistenceAttachment<State, Action, Value: Equatable & Sendable> {
    private let select: (State) -> Value
    private let writer: StorageWriter<Value>
    private let loaded: CasePath<Action, Value>

    /// Makes the action for an empty storage.
    private let nothing: (@Sendable () -> Action)?
    private let report: PersistenceReport<Action>
    private let delay: (duration: Duration, clock: (any Clock<Duration>)?)

    /// The value after the last action; `nil` while the state is absent.
    private var last: Value?

    /// Whether the loaded value was reduced.
    private var isFollowing = false

    /// Whether a change since the last check may need a save.
    private var isDue = false

    init(
        _ select: @escaping (State) -> Value,
        _ writer: StorageWriter<Value>,
        _ loaded: CasePath<Action, Value>,
        _ nothing: (@Sendable () -> Action)?,
        _ report: PersistenceReport<Action>,
        _ delay: (Duration, (any Clock<Duration>)?)
    ) {
        self.select = select
        self.writer = writer
        self.loaded = loaded
        self.nothing = nothing
        self.report = report
        self.delay = delay
    }

    var attachment: Attachment<State, Action> {
        Attachment(
            hear: { [self] action, _, read in _ = read { _ in hear(action) } },
            look: { [self] read in
                var effect: Effect<Action>?
                _ = read { effect = look(at: $0) }
                return effect ?? lookAtNothing()
            },
            stop: stop
        )
    }

    private func hear(_ action: Action) {
        guard !isFollowing, writer.isDelivering, loaded.extract(from: action) != nil else { return }
        writer.didDeliver()
        isFollowing = true
        isDue = true
    }

    private func look(at state: State) -> Effect<Action> {
        let new = select(state)
        guard let old = last else {
            last = new
            isFollowing = false
            return loading(writer.begin()).heldByCompanion()
        }
        if old != new {
            last = new
            writer.change(to: new)
            isDue = true
        }
        guard isDue else { return .none }
        isDue = false
        return writer.schedule() ? delayed(saving).heldByCompanion() : .none
    }

    private func lookAtNothing() -> Effect<Action> {
        guard last != nil else { return .none }
        last = nil
        return end() ? saving.heldByCompanion() : .none
    }

    private func stop() { if end() { writer.saveAfterwards { [report] in report.report($0) } } }

    /// Stops following the value.
    ///
    /// Returns whether a value is unsaved.
    private func end() -> Bool {
        switch writer.end() {
        case .nothing: return false
        case .saving: return true
        case .lost:
            report.report(StorageFailure(.save, reason: "It changed, but was not loaded before."))
            return false
        }
    }

    private func loading(_ life: Int) -> Effect<Action> {
        run { [writer, loaded, nothing, report] send in
            await report.tell(writer.save(), by: send, isStateThere: writer.isStateThere)
            switch await writer.load(for: life) {
            case .value(let value): return await send(loaded.embed(value))
            case .nothing: if let nothing { await send(nothing()) }
            case .failure(let failure):
                await report.tell(failure, by: send, isStateThere: writer.isStateThere)
            }
            // Changes made meanwhile need no delay.
            await report.tell(writer.save(), by: send, isStateThere: writer.isStateThere)
        }
    }

    private var saving: Effect<Action> {
        run { [writer, report] send in
            await report.tell(writer.save(), by: send, isStateThere: writer.isStateThere)
        }
    }

    private func delayed(_ effect: Effect<Action>) -> Effect<Action> {
        guard delay.duration > .zero else { return effect }
        let site = report.site
        return effect.delay(for: delay.duration, clock: delay.clock, fileID: site.fileID, line: site.line)
    }

    private func run(_ operation: @escaping @Sendable (Send<Action>) async -> Void) -> Effect<Action> {
        .run(operation: operation, fileID: report.site.fileID, line: report.site.line)
    }
}
