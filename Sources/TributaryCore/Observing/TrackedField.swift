// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Observation
internal import Synchronization

/// One value of a state that is tracked with the Observation framework.
///
/// A tracking ends with the first change: then the framework notifies its observers. Most of them read the value again at once, so
/// the value is compared further, until it changes without being tracked.
@MainActor
final class TrackedField: Observable, Ending {
    /// The table keeps each field until it is removed.
    nonisolated var hasEnded: Bool { false }

    private let registrar = ObservationRegistrar()
    private let onEnd: () -> Void

    /// The observers of its part, which it keeps alive.
    private let tree: ObserverTree

    private var token: ObservationToken?

    /// Whether an observer waits for a change.
    private var isTracked = false

    /// Only its name matters: the key path that is tracked.
    private var value: Void { () }

    init(in tree: ObserverTree, onEnd: @escaping () -> Void) {
        self.tree = tree
        self.onEnd = onEnd
    }

    /// Registers a read that is being tracked with the framework.
    func access() {
        registrar.access(self, keyPath: \.value)
        isTracked = true
    }

    /// Begins to observe the value, if it is not observed yet.
    ///
    /// - Parameter observe: Begins the observation. It calls the closure at once, and after each change of the value.
    func begin(observe: (@escaping @MainActor () -> Void) -> ObservationToken) {
        guard token == nil else { return }
        var isFirst = true
        token = observe { [weak self] in
            if isFirst { isFirst = false } else { self?.change() }
        }
    }

    private func change() {
        guard isTracked else { return end() }
        isTracked = false
        registrar.withMutation(of: self, keyPath: \.value) {}
    }

    /// Ends if its part is gone, with all stores that showed it.
    ///
    /// The framework's observers are notified, so that they read again and find the part absent or elsewhere.
    func endIfAbandoned() {
        guard tree.isAbandoned else { return }
        end()
        if isTracked { change() }
    }

    private func end() {
        onEnd()
        token?.cancel()
        token = nil
    }
}

/// Whether the Observation framework tracks the read that is being made; `false` for most reads.
@MainActor
@usableFromInline var isReadTracked: Bool { TrackingProbe.shared.isAccessRegistered }

/// Finds out whether a read is tracked, by `withObservationTracking` or a SwiftUI view.
///
/// Reading a property outside of any tracking must leave no entry, because tracked values are compared after each turn. The
/// framework has no function for this question, but it hashes the key path of each access that it registers. So this registers an
/// access with a key path that notes when it is hashed.
@MainActor
private final class TrackingProbe: Observable {
    /// Used for each read of a store: all of its data is in one object, which is looked up once.
    static let shared = TrackingProbe()

    // The registrar is the last one: those before it are at places that the compiler knows.
    private let note: HashNote
    private let path: KeyPath<TrackingProbe, Void>
    private let registrar = ObservationRegistrar()

    private init() {
        let note = HashNote()
        self.note = note
        path = \TrackingProbe[note]
    }

    var isAccessRegistered: Bool {
        note.isHashed.store(false, ordering: .relaxed)
        registrar.access(self, keyPath: path)
        return note.isHashed.load(ordering: .relaxed)
    }

    private subscript(note: HashNote) -> Void { () }
}

/// Notes that it is hashed.
private final class HashNote: Hashable, Sendable {
    let isHashed = Atomic(false)

    static func == (left: HashNote, right: HashNote) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { isHashed.store(true, ordering: .relaxed) }
}
