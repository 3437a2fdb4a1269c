// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Observation
internal import Synchronization

/// One value of a state that is tracked with the Observation framework.
///
/// One tracking is for one change: when the value has changed, the framework's observers are told. Most of them read
/// the value again at once. So the value is compared until it changes while it is not tracked.
@MainActor
final class TrackedField: Observable {
    private let registrar = ObservationRegistrar()
    private let onEnd: () -> Void
    private var token: ObservationToken?

    /// Whether an observer waits for a change.
    private var isTracked = false

    /// Whether the value is no longer compared.
    private(set) var isEnded = false

    /// The key path that is tracked.
    ///
    /// Only its name matters, and that its key counts how often it is hashed, as the probe's does.
    private static let value: KeyPath<TrackedField, Void> = \TrackedField[TrackingProbe.counter]

    private subscript(counter: HashCounter) -> Void { () }

    init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }

    /// Tells the framework that the value is read, if it is being tracked.
    func access() {
        let before = TrackingProbe.counter.hashes.load(ordering: .relaxed)
        registrar.access(self, keyPath: Self.value)
        if TrackingProbe.counter.hashes.load(ordering: .relaxed) != before { isTracked = true }
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
        registrar.withMutation(of: self, keyPath: Self.value) {}
    }

    /// Ends because its slice is gone, with all stores that showed it.
    ///
    /// The framework's observers are told, so that they find out that it is gone, or where it is now.
    func leave() {
        end()
        guard isTracked else { return }
        isTracked = false
        registrar.withMutation(of: self, keyPath: Self.value) {}
    }

    private func end() {
        isEnded = true
        onEnd()
        token?.cancel()
        token = nil
    }
}

/// The fields that were last tracked through one store, found by the identity of their key paths.
@MainActor
struct RecentFields {
    private var entries: [(keyPath: AnyKeyPath, field: TrackedField)] = []
    private var next = 0

    private static let limit = 4

    nonisolated init() {}

    /// The field of a key path, as long as its value is compared.
    func field(_ keyPath: AnyKeyPath) -> TrackedField? {
        for entry in entries where entry.keyPath === keyPath && !entry.field.isEnded { return entry.field }
        return nil
    }

    mutating func insert(_ field: TrackedField, _ keyPath: AnyKeyPath) {
        if let index = entries.firstIndex(where: { $0.keyPath === keyPath || $0.field.isEnded }) {
            entries[index] = (keyPath, field)
        } else if entries.count < Self.limit {
            entries.append((keyPath, field))
        } else {
            entries[next] = (keyPath, field)
            next = (next + 1) % Self.limit
        }
    }
}
