// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// A persistence attached to its store: it follows the value, and loads and saves it, one operation at a time.
///
/// The store's actor reports changes to it; the effects that load and save run elsewhere.
final class PersistenceAttachment<State, Action, Value: Equatable & Sendable>: Sendable {
    private enum Phase {
        /// The state is absent, or no longer followed.
        case absent
        /// The load is in progress.
        case loading
        /// The action with the loaded value is in flight.
        case delivering
        /// Changes are saved.
        case following
        /// The load failed, so the unknown content is not overwritten.
        case failed
    }

    private struct Content {
        var phase = Phase.absent

        /// The number of the current state, of those that appeared and were removed.
        var life = 0

        /// The value after the last action; `nil` while the state is absent.
        var newest: Value?

        /// Whether it was changed, and not saved since.
        var isChanged = false

        /// Whether it may need a save since the store's last look, as after a failed one it waits for the next change.
        var isDue = false

        /// The last value of a removed state, if it is unsaved.
        var parting: Value?

        /// The stored value; `nil` if the storage is empty or its content is unknown.
        var saved: Value?

        /// Whether an effect is scheduled that saves the value.
        var isScheduled = false
        var isSaving = false

        /// The operation that uses the storage, and those that wait for it.
        var line: [CheckedContinuation<Void, Never>] = []

        func isLoading(_ life: Int) -> Bool { phase == .loading && self.life == life }
    }

    private let plan: PersistencePlan<State, Action, Value>
    private let reporter: DiagnosticReporter
    private let content = Mutex(Content())

    init(_ plan: PersistencePlan<State, Action, Value>, reporter: DiagnosticReporter) {
        self.plan = plan
        self.reporter = reporter
    }

    var attachment: Attachment<State, Action> {
        Attachment(
            hear: { [self] action, _, read in _ = read { _ in hear(action) } },
            look: { [self] read in
                var effect: Effect<Action>?
                _ = read { effect = look(at: $0) }
                return effect ?? lookAtNothing()
            },
            stop: { [self] in if end() { Task { await save(by: nil) } } }
        )
    }

    private func hear(_ action: Action) {
        guard content.withLock({ $0.phase == .delivering }), plan.loaded.extract(from: action) != nil
        else { return }
        content.withLock { ($0.phase, $0.isDue) = (.following, true) }
    }

    private func look(at state: State) -> Effect<Action> {
        let new = plan.select(state)
        guard let old = content.withLock({ $0.newest }) else { return loading(begin(with: new)) }
        // Compared outside of the lock, because `==` is code of the program.
        let isChanged = old != new
        let isDue = content.withLock { content in
            defer { content.isDue = false }
            if isChanged {
                content.isDue = true
                content.newest = new
                content.isChanged = content.phase != .following || content.saved != new
            }
            guard content.isDue, content.phase == .following, content.isChanged, !content.isScheduled else {
                return false
            }
            content.isScheduled = true
            return true
        }
        return isDue ? effect(after: plan.delay) { [self] in await save(by: $0) } : .none
    }

    private func lookAtNothing() -> Effect<Action> {
        guard content.withLock({ $0.newest != nil }), end() else { return .none }
        return effect { [self] in await save(by: $0) }
    }

    /// Begins with a state that appeared and was not loaded.
    ///
    /// Returns its number.
    private func begin(with value: Value) -> Int {
        content.withLock { content in
            content.life += 1
            content.phase = .loading
            content.newest = value
            content.isChanged = false
            content.isScheduled = false
            return content.life
        }
    }

    /// Ends with a state that was removed or is no longer followed.
    ///
    /// Returns whether a value is unsaved.
    private func end() -> Bool {
        let (isLost, isUnsaved) = content.withLock { content in
            defer {
                content.phase = .absent
                content.newest = nil
                content.isChanged = false
            }
            // A change before the load cannot be saved, because it would overwrite unknown content.
            let isLost = content.isChanged && content.phase != .following
            if content.isChanged, !isLost { content.parting = content.newest }
            // A failed save in progress is repeated.
            return (isLost, content.parting != nil || content.isSaving)
        }
        if isLost { report(StorageFailure(.save, reason: "It changed, but was not loaded before.")) }
        return isUnsaved
    }

    private func loading(_ life: Int) -> Effect<Action> {
        effect { [self] send in
            await save(by: send)
            switch await load(for: life) {
            case .success(let value):
                if let value = value ?? plan.empty { await send(plan.loaded.embed(value)) }
            case .failure(let failure): await report(failure, by: send)
            case nil: break
            }
            // Changes made meanwhile need no delay.
            await save(by: send)
        }
    }

    private func effect(
        after delay: Duration = .zero,
        _ operation: @escaping @Sendable (Send<Action>) async -> Void
    ) -> Effect<Action> {
        let (fileID, line) = (plan.site.fileID, plan.site.line)
        let effect = Effect<Action>.run(operation: operation, fileID: fileID, line: line)
        guard delay > .zero else { return effect.heldByCompanion() }
        return effect.delay(for: delay, clock: plan.clock, fileID: fileID, line: line).heldByCompanion()
    }

    /// Reports a failure: by an action, if the state that receives it still exists.
    private func report(_ failure: StorageFailure, by send: Send<Action>?) async {
        guard let send else { return report(failure) }
        // The end saves the value that a cancelled effect could not save.
        guard !send.isCancelled else { return }
        guard let path = plan.failed, content.withLock({ $0.phase != .absent }) else {
            return report(failure)
        }
        await send(path.embed(failure))
    }

    private func report(_ failure: StorageFailure) {
        reporter.report(
            Diagnostic(
                Diagnostic.Identifier("TRIBUTARY-028"),
                message: failure.description,
                remedy: """
                    Name a case for failures, `Persistence(…, failed: \\.storageFailed)`, and call `await store.flush()` \
                    before the store is closed.
                    """,
                site: plan.site
            )
        )
    }
}

extension PersistenceAttachment {
    /// Loads the stored value, after a save in progress; returns `nil` if the state was removed meanwhile.
    private func load(for life: Int) async -> Result<Value?, StorageFailure>? {
        await acquire()
        defer { release() }
        guard content.withLock({ $0.isLoading(life) }) else { return nil }
        do {
            let value = try await plan.storage.load()
            return endLoading(life, in: value == nil ? .following : .delivering, value)
                ? .success(value) : nil
        } catch {
            let failure = StorageFailure(.load, error)
            let phase = failure.keptAside == nil ? Phase.failed : .following
            return endLoading(life, in: phase, nil) ? .failure(failure) : nil
        }
    }

    private func endLoading(_ life: Int, in phase: Phase, _ saved: Value?) -> Bool {
        content.withLock { content in
            guard content.isLoading(life) else { return false }
            (content.phase, content.saved) = (phase, saved)
            return true
        }
    }

    /// Saves the newest value, if it is unsaved, and reports a failure, unless another save of the value follows.
    private func save(by send: Send<Action>?) async {
        // When the storage is free again: a turn may take long.
        if let failure = await save() { await report(failure, by: send) }
    }

    private func save() async -> StorageFailure? {
        await acquire()
        defer { release() }
        guard let (value, isParting) = take() else { return nil }
        do {
            try await plan.storage.save(value)
            content.withLock { ($0.isSaving, $0.saved) = (false, value) }
            return nil
        } catch {
            return keep(value, isParting: isParting) ? nil : StorageFailure(.save, error)
        }
    }

    /// Takes the next value to save, if there is one.
    private func take() -> (value: Value, isParting: Bool)? {
        content.withLock { content in
            content.isScheduled = false
            var taken: (value: Value, isParting: Bool)?
            if let parting = content.parting {
                content.parting = nil
                taken = (parting, true)
            } else if content.phase == .following, content.isChanged, let newest = content.newest {
                content.isChanged = false
                // It may equal the stored value by now.
                if newest != content.saved { taken = (newest, false) }
            }
            guard taken != nil else { return nil }
            content.isSaving = true
            // Unknown during the write, so that a change back to the old value counts as unsaved.
            content.saved = nil
            return taken
        }
    }

    /// Keeps a value that could not be saved.
    ///
    /// Returns whether another save of it follows.
    private func keep(_ value: Value, isParting: Bool) -> Bool {
        content.withLock { content in
            content.isSaving = false
            switch content.phase {
            case .following where !isParting: content.isChanged = true
            case .absent where !isParting:
                content.parting = content.parting ?? value
                return true
            default: break
            }
            return false
        }
    }

    private func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = content.withLock { content in
                content.line.append(continuation)
                return content.line.count == 1
            }
            if isFree { continuation.resume() }
        }
    }

    private func release() {
        let next = content.withLock { content in
            content.line.removeFirst()
            return content.line.first
        }
        next?.resume()
    }
}
