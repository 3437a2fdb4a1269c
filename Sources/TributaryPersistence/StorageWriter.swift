// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Loads from a storage and saves to it, one operation at a time, and tracks unsaved values.
///
/// The store's actor reports changes to it; the effects that load and save run elsewhere.
final class StorageWriter<Value: Equatable & Sendable>: Sendable {
    private enum Phase {
        /// The state is absent, or no longer followed.
        case ended
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
        var phase = Phase.ended

        /// The number of the current state, of those that appeared and were removed.
        var life = 0

        /// The newest value, if it differs from the stored one.
        var unsaved: Value?

        /// The last value of a removed state, if it is unsaved.
        var parting: Value?

        /// The stored value; `nil` if the storage is empty or its content is unknown.
        var saved: Value?

        /// Whether an effect is scheduled that saves the value.
        var isScheduled = false
        var isSaving = false

        /// Whether the storage is in use.
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        func isLoading(_ life: Int) -> Bool { phase == .loading && self.life == life }
    }

    enum Loaded {
        case value(Value)
        case nothing
        case failure(StorageFailure)
    }

    /// The work that is left at the end.
    enum Remainder {
        case nothing
        case saving
        /// There are changes that cannot be saved, because they would overwrite unknown content.
        case lost
    }

    private let storage: Storage<Value>
    private let content = Mutex(Content())

    init(_ storage: Storage<Value>) { self.storage = storage }

    /// Begins with a state that appeared and was not loaded.
    ///
    /// Returns its number.
    func begin() -> Int {
        content.withLock { content in
            content.life += 1
            content.phase = .loading
            content.unsaved = nil
            content.isScheduled = false
            return content.life
        }
    }

    /// Stores a changed value.
    func change(to value: Value) {
        content.withLock { content in
            let isSaved = content.phase == .following && content.saved == value
            content.unsaved = isSaved ? nil : value
        }
    }

    /// Whether there is a state that receives failures.
    var isStateThere: Bool { content.withLock { $0.phase != .ended } }

    /// Whether the action with the loaded value is in flight.
    var isDelivering: Bool { content.withLock { $0.phase == .delivering } }

    /// Continues after the action with the loaded value was reduced.
    func didDeliver() { content.withLock { if $0.phase == .delivering { $0.phase = .following } } }

    /// Returns whether the caller has to start an effect that saves, and marks it as scheduled.
    func schedule() -> Bool {
        content.withLock { content in
            guard content.phase == .following, content.unsaved != nil, !content.isScheduled else {
                return false
            }
            content.isScheduled = true
            return true
        }
    }

    /// Ends with a state that was removed or is no longer followed.
    func end() -> Remainder {
        content.withLock { content in
            defer {
                content.phase = .ended
                content.unsaved = nil
            }
            switch content.phase {
            case .ended: break
            case .loading, .delivering, .failed: if content.unsaved != nil { return .lost }
            case .following: if let unsaved = content.unsaved { content.parting = unsaved }
            }
            // A failed save in progress is repeated.
            return content.parting != nil || content.isSaving ? .saving : .nothing
        }
    }
}

extension StorageWriter {
    /// Loads the stored value, after a save in progress, for a state that is still present.
    func load(for life: Int) async -> Loaded {
        await acquire()
        defer { release() }
        guard isLoading(life) else { return .nothing }
        do {
            let value = try await storage.load()
            return content.withLock { content in
                guard content.isLoading(life) else { return .nothing }
                content.saved = value
                content.phase = value == nil ? .following : .delivering
                return value.map(Loaded.value) ?? .nothing
            }
        } catch {
            let failure = StorageFailure(.load, error)
            return content.withLock { content in
                guard content.isLoading(life) else { return .nothing }
                content.saved = nil
                content.phase = failure.keptAside == nil ? .failed : .following
                return .failure(failure)
            }
        }
    }

    private func isLoading(_ life: Int) -> Bool { content.withLock { $0.isLoading(life) } }

    /// Saves the newest value, if it is unsaved.
    ///
    /// - Returns: The failure, unless another save of the value follows.
    func save() async -> StorageFailure? {
        await acquire()
        defer { release() }
        guard let (value, isParting) = take() else { return nil }
        do {
            try await storage.save(value)
            content.withLock { content in
                content.isSaving = false
                content.saved = value
            }
            return nil
        } catch {
            let isRetried = content.withLock { content in
                content.isSaving = false
                guard !isParting else { return false }
                switch content.phase {
                case .following: content.unsaved = content.unsaved ?? value
                case .ended:
                    content.parting = content.parting ?? value
                    return true
                case .loading, .delivering, .failed: break
                }
                return false
            }
            return isRetried ? nil : StorageFailure(.save, error)
        }
    }

    /// Saves the last value when no effect can do it.
    func saveAfterwards(onFailure: @escaping @Sendable (StorageFailure) -> Void) {
        Task { if let failure = await save() { onFailure(failure) } }
    }

    /// Takes the next value to save, if there is one.
    private func take() -> (value: Value, isParting: Bool)? {
        content.withLock { content in
            content.isScheduled = false
            var taken: (value: Value, isParting: Bool)?
            if let parting = content.parting {
                content.parting = nil
                taken = (parting, true)
            } else if content.phase == .following, let unsaved = content.unsaved {
                content.unsaved = nil
                // It may equal the stored value by now.
                if unsaved != content.saved { taken = (unsaved, false) }
            }
            guard taken != nil else { return nil }
            content.isSaving = true
            // Unknown during the write, so that a change back to the old value counts as unsaved.
            content.saved = nil
            return taken
        }
    }

    private func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = content.withLock { content in
                if content.isBusy { content.waiting.append(continuation) }
                defer { content.isBusy = true }
                return !content.isBusy
            }
            if isFree { continuation.resume() }
        }
    }

    private func release() {
        let next = content.withLock { content in
            if content.waiting.isEmpty {
                content.isBusy = false
                return nil as CheckedContinuation<Void, Never>?
            }
            return content.waiting.removeFirst()
        }
        next?.resume()
    }
}
