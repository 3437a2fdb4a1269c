// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Observation
internal import Synchronization

/// One value of a state that is tracked with the Observation framework.
///
/// Tracking is for one change: when the value changed, those who track are told. Most read it again at once, and so
/// the value is compared on until it changes while it is not tracked.
@MainActor
final class TrackedField: Observable {
    private let registrar = ObservationRegistrar()
    private let onEnd: () -> Void
    private var token: ObservationToken?

    /// Whether a change is waited for.
    private var isTracked = false

    /// Whether nothing is compared any more.
    private(set) var isEnded = false

    /// What is tracked: only its name matters, and that it counts when it is hashed, as the probe's does.
    private static let value: KeyPath<TrackedField, Void> = \TrackedField[TrackingProbe.counter]

    private subscript(counter: HashCounter) -> Void { () }

    init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }

    /// Notes that the value is read, if it is being tracked.
    func access() {
        let before = TrackingProbe.counter.hashes.load(ordering: .relaxed)
        registrar.access(self, keyPath: Self.value)
        if TrackingProbe.counter.hashes.load(ordering: .relaxed) != before { isTracked = true }
    }

    /// Begins to observe the value, if it is not observed yet.
    ///
    /// - Parameter observe: Begins to observe; what it is given is called at once, and then when the value changed.
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
    /// Those who track are told: they find out that it is gone, or where it is now.
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

/// The fields that were tracked last through one store, found by the identity of their key paths.
@MainActor
struct RecentFields {
    private var entries: [(keyPath: AnyKeyPath, field: TrackedField)] = []
    private var next = 0

    private static let limit = 4

    nonisolated init() {}

    /// The field of a key path, as long as it is compared.
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
