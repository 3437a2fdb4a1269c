// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Loads from a storage and saves to it, one after the other, and knows what is not saved yet.
///
/// The store's actor tells it of changes; the effects that load and save run elsewhere.
final class StorageWriter<Value: Equatable & Sendable>: Sendable {
    private enum Phase {
        /// There is no state, or it goes on without this.
        case ended
        /// The storage has not answered.
        case loading
        /// The action with what was loaded is on the way.
        case delivering
        /// Changes are saved.
        case following
        /// It is not known what the storage holds, so it is not overwritten.
        case failed
    }

    private struct Content {
        var phase = Phase.ended

        /// Which of the states that came and went is there.
        var life = 0

        /// The newest value, if it differs from what the storage is known to hold.
        var unsaved: Value?

        /// The last value of a state that went away, if it is not saved.
        var parting: Value?

        /// What the storage holds; `nil` if it holds nothing, or what it holds is not known.
        var saved: Value?

        /// Whether an effect will take the unsaved value.
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

    /// What is left to be done at the end.
    enum Remainder {
        case nothing
        case saving
        /// There are changes that cannot be saved, because it is not known what they would overwrite.
        case lost
    }

    private let storage: Storage<Value>
    private let content = Mutex(Content())

    init(_ storage: Storage<Value>) { self.storage = storage }

    /// A state is there, which has not been loaded.
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

    /// The value has changed.
    func change(to value: Value) {
        content.withLock { content in
            let isSaved = content.phase == .following && content.saved == value
            content.unsaved = isSaved ? nil : value
        }
    }

    /// Whether there is a state that can be told of failures.
    var isStateThere: Bool { content.withLock { $0.phase != .ended } }

    /// Whether the action with what was loaded is on the way.
    var isDelivering: Bool { content.withLock { $0.phase == .delivering } }

    /// The action with what was loaded has been reduced.
    func didDeliver() { content.withLock { if $0.phase == .delivering { $0.phase = .following } } }

    /// Whether an effect has to be started that saves; that effect is scheduled then.
    func schedule() -> Bool {
        content.withLock { content in
            guard content.phase == .following, content.unsaved != nil, !content.isScheduled else {
                return false
            }
            content.isScheduled = true
            return true
        }
    }

    /// The state has gone, or is followed no more.
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
            // What is being saved may fail, and is saved again then.
            return content.parting != nil || content.isSaving ? .saving : .nothing
        }
    }
}

extension StorageWriter {
    /// Loads what the storage holds, after what is being saved, for a state that is still there.
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

    /// Saves the newest value, unless it is saved.
    ///
    /// - Returns: The failure, unless the value is going to be saved once more.
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

    /// Saves the last value when no effect can do so any more.
    func saveAfterwards(onFailure: @escaping @Sendable (StorageFailure) -> Void) {
        Task { if let failure = await save() { onFailure(failure) } }
    }

    /// Takes the value that is to be saved now, if there is one.
    private func take() -> (value: Value, isParting: Bool)? {
        content.withLock { content in
            content.isScheduled = false
            var taken: (value: Value, isParting: Bool)?
            if let parting = content.parting {
                content.parting = nil
                taken = (parting, true)
            } else if content.phase == .following, let unsaved = content.unsaved {
                content.unsaved = nil
                // It may have become what the storage holds since it was scheduled.
                if unsaved != content.saved { taken = (unsaved, false) }
            }
            guard taken != nil else { return nil }
            content.isSaving = true
            // Not known while it is written, so that a change back to it is not taken for saved.
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
