// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Observation
internal import Synchronization

/// The fields of a store and its scopes that the Observation framework tracks, until they change.
///
/// They are kept here and not in the scopes' stores, because code that reads a row need not retain the row's store. A field has one
/// entry, however often it is read.
final class TrackedFields {
    /// A field of a part, which is named by its tree of observers.
    struct Key: Hashable {
        let part: ObjectIdentifier
        let field: AnyHashable
    }

    private let fields = KeyTable<Key, TrackedField> { _ in false }

    /// How many fields there are.
    var count: Int { fields.count }

    /// How many there were after the last clean-up.
    ///
    /// The next one comes when there are twice as many.
    private var liveCount = 0

    /// The field of a key; makes one if there is none.
    func field(_ key: Key, make: () -> TrackedField) -> TrackedField { fields.value(of: key, make: make) }

    func remove(_ key: Key) { fields.remove(key) }

    /// Ends the fields of parts, such as removed rows, that are gone and that no scope shows any more.
    ///
    /// A living scope may show its part again when it returns. Costs constant time for each field that was made.
    func endAbandoned() {
        guard count >= 2 * max(liveCount, 8) else { return }
        for field in fields.all.map(\.value) {
            // Fields belong to a store on the main actor, and this is its machine.
            MainActor.assumeIsolated { field.endIfAbandoned() }
        }
        liveCount = count
    }
}

/// One value of a state that is tracked with the Observation framework.
///
/// A tracking ends with the first change: then the framework notifies its observers. Most of them read the value again at once, so
/// the value is compared further, until it changes without being tracked.
@MainActor
final class TrackedField: Observable {
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

/// Finds out whether a read is tracked, by `withObservationTracking` or a SwiftUI view.
///
/// Reading a property outside of any tracking must leave no entry, because tracked values are compared after each turn. The
/// framework has no function for this question, but it hashes the key path of each access that it registers. So this registers an
/// access with a key path that counts its hashes.
@MainActor
final class TrackingProbe: Observable {
    static var isTracking: Bool { probe.isAccessRegistered }

    /// Called for each read of a store: all of its data is in one object, which is looked up once.
    private static let probe = TrackingProbe()

    private let registrar = ObservationRegistrar()
    private let counter: HashCounter
    private let path: KeyPath<TrackingProbe, Void>

    private init() {
        let counter = HashCounter()
        self.counter = counter
        path = \TrackingProbe[counter]
    }

    private var isAccessRegistered: Bool {
        let before = counter.hashes.load(ordering: .relaxed)
        registrar.access(self, keyPath: path)
        return counter.hashes.load(ordering: .relaxed) != before
    }

    private subscript(counter: HashCounter) -> Void { () }
}

/// Counts how often it is hashed.
final class HashCounter: Hashable, Sendable {
    let hashes = Atomic(0)

    static func == (left: HashCounter, right: HashCounter) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hashes.add(1, ordering: .relaxed) }
}
