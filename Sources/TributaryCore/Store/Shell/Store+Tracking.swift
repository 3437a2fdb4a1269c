// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// A store is observable, field by field, through scopes and rows.
///
/// Code that reads it while being tracked, by `withObservationTracking`, by `Observations` or by a SwiftUI view, is
/// notified when exactly what it read has changed. Reading outside of any tracking leaves nothing behind. A tracked
/// field costs one comparison per turn until it changes; `state` as a whole, and fields that cannot be compared,
/// count as changed with every action.
extension Store: Observable {}

extension Store {
    /// Whether the Observation framework may have to know of a read; `false` for most reads, and soon found.
    ///
    /// A field that was tracked asks the framework by itself.
    @usableFromInline var mayBeTracked: Bool { !recentFields.isEmpty || TrackingProbe.isTracking }

    func trackState() {
        guard TrackingProbe.isTracking else { return }
        track(\State.self, { _ in () }, isDuplicate: nil)
    }

    /// Tracks a property.
    @usableFromInline
    func track<Value: Equatable>(_ keyPath: KeyPath<State, Value>) {
        if let field = recentFields.field(keyPath) {
            if field.access() { part.keep() }
            return
        }
        guard TrackingProbe.isTracking else { return }
        let field = track(keyPath, { $0[keyPath: keyPath] }, isDuplicate: { $0 == $1 })
        let former = recentFields.insert(field, keyPath)
        withExtendedLifetime(former) {}
    }

    @usableFromInline
    func trackUncompared<Value>(_ keyPath: KeyPath<State, Value>) {
        guard TrackingProbe.isTracking else { return }
        track(keyPath, { _ in () }, isDuplicate: nil)
    }

    /// Tracks something other than a property, such as whether a child is present.
    ///
    /// The key is boxed only while something is tracked, because that costs more than everything else in a read.
    func track<Value: Equatable>(_ key: some Hashable, _ select: @escaping (State) -> Value) {
        guard TrackingProbe.isTracking else { return }
        track(AnyHashable(key), select, isDuplicate: { $0 == $1 })
    }

    @discardableResult
    func track<Value>(
        _ key: AnyHashable,
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?
    ) -> TrackedField {
        // Retained until the field retains it: if the place ended, another could get its identity.
        let tree = part.observers
        let key = TrackedFields.Key(part: ObjectIdentifier(tree), field: key)
        let field = part.machine.fields.field(key, in: tree) {
            TrackedField { [weak fields = part.machine.fields] in fields?.remove(key) }
        }
        field.access()
        part.keep()
        field.begin { changed in
            // Retains the part's observers, but not the scope: the store itself retains the field.
            part.machine.observe(
                in: tree,
                retaining: tree,
                Observer.function(part.state, select, isDuplicate) { _ in changed() }
            )
        }
        return field
    }
}
