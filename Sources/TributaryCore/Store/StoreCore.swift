// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is behind a store: a slice of a machine's state, and the way of its actions to that machine.
///
/// The root has the machine itself, a scope has its parent; both look the same to `Store`. It belongs to the
/// machine's actor.
class StoreCore<State, Action> {
    let observers: ObserverTree<State>

    /// The scopes that live, by the path that made them.
    private var scopes: [ScopeKey: WeakScope] = [:]

    /// What the Observation framework tracks of the whole store.
    let fields: TrackedFields

    init(observers: ObserverTree<State>, fields: TrackedFields) {
        self.observers = observers
        self.fields = fields
    }

    /// Shows the slice to a closure; tells whether there is one.
    func read(_ body: (State) -> Void) -> Bool { false }

    func send(contentsOf actions: [Action]) -> StoreTask { StoreTask(group: nil) }

    func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        retaining companion: AnyObject? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Observes a slice of this core's machine in a tree of observers somewhere below.
    func observe<Slice, Value>(
        in tree: ObserverTree<Slice>,
        state: Slice,
        retaining scope: AnyObject,
        select: @escaping (Slice) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Hears of the actions of this slice.
    func listen(
        retaining companion: AnyObject?,
        onAction: @escaping (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Hears of the actions of a slice somewhere below.
    func listen<Slice, SliceAction>(
        retaining companion: AnyObject?,
        extract: @escaping (Action) -> SliceAction?,
        read: @escaping (State, (Slice) -> Void) -> Bool,
        onAction: @escaping (ActionRecord<Slice, SliceAction>) -> Void
    ) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Lets a stream end with the machine.
    func insert(_ end: StreamEnd) {}

    func close() {}

    var reporter: DiagnosticReporter { .current }

    /// The scope with a path, if one lives (law 6).
    final func scope<Scope: AnyObject>(_ key: ScopeKey) -> Scope? { scopes[key]?.object as? Scope }

    /// Remembers a scope for as long as it lives.
    final func insert(_ scope: AnyObject, _ key: ScopeKey) {
        if scopes.count >= 2 * max(liveScopes, 8) {
            scopes = scopes.filter { $0.value.object != nil }
            liveScopes = scopes.count
        }
        scopes[key] = WeakScope(object: scope)
    }

    /// How many scopes lived when the table was last cleaned: it is cleaned again when it has doubled.
    private var liveScopes = 0

    private struct WeakScope {
        weak var object: AnyObject?
    }
}

/// What tells one scope of a store from another.
@usableFromInline
struct ScopeKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
    let element: AnyHashable?

    /// Whether the scope shows a default where there is no state.
    let hasDefault: Bool

    @usableFromInline
    init(state: AnyKeyPath, action: AnyKeyPath, element: AnyHashable? = nil, hasDefault: Bool = false) {
        self.state = state
        self.action = action
        self.element = element
        self.hasDefault = hasDefault
    }
}
