// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// A store is observable, field by field, through scopes and rows.
///
/// What reads it while being tracked, by `withObservationTracking`, by `Observations` or by a SwiftUI view, is told when
/// exactly what was read has changed. Reading outside of any tracking leaves nothing behind. A tracked
/// field costs one comparison per turn until it changes; `state` as a whole, and fields that cannot be compared,
/// count as changed with every action.
extension Store: Observable {}

extension Store {
    func trackState() {
        track(\State.self, { _ in () }, isDuplicate: nil)
    }

    @usableFromInline
    func track<Value: Equatable>(_ keyPath: KeyPath<State, Value>) {
        if let field = core.recentFields.field(keyPath) { return field.access() }
        guard let field = track(keyPath, { $0[keyPath: keyPath] }, isDuplicate: { $0 == $1 }) else { return }
        core.recentFields.insert(field, keyPath)
    }

    @usableFromInline
    func trackUncompared<Value>(_ keyPath: KeyPath<State, Value>) {
        track(keyPath, { _ in () }, isDuplicate: nil)
    }

    /// Tracks something that is no property, such as whether a child is there.
    func track<Value: Equatable>(_ key: AnyHashable, _ select: @escaping (State) -> Value) {
        track(key, select, isDuplicate: { $0 == $1 })
    }

    @discardableResult
    func track<Value>(
        _ key: AnyHashable,
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?
    ) -> TrackedField? {
        guard TrackingProbe.isTracking else { return nil }
        // Held until the field holds it: a place that ends would leave its identity to another.
        let tree = core.observers
        let key = TrackedFields.Key(slice: ObjectIdentifier(tree), field: key)
        let field = core.fields.field(key, in: tree) {
            TrackedField { [weak fields = core.fields] in fields?.remove(key) }
        }
        field.access()
        field.begin { changed in
            // Keeps the slice's observers, and not the scope: the store itself keeps the field.
            core.observe(
                in: tree,
                state: core.state,
                retaining: tree,
                select: select,
                isDuplicate: isDuplicate
            ) { _ in changed() }
        }
        return field
    }
}
