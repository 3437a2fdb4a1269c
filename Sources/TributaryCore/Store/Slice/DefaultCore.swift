// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope that shows a default where there is no state.
@usableFromInline
final class DefaultCore<Parent, ParentAction, State, Action>: ScopedCore<Parent, ParentAction, State, Action>
{
    private let path: DefaultPath<Parent, ParentAction, State, Action>

    /// Makes the default that this scope shows.
    private let fallback: () -> State

    @usableFromInline
    init(
        parent: StoreCore<Parent, ParentAction>,
        path: DefaultPath<Parent, ParentAction, State, Action>,
        fallback: @escaping () -> State
    ) {
        self.path = path
        self.fallback = fallback
        super.init(parent: parent)
    }

    override var lens: ScopeLens<Parent, ParentAction, State, Action> {
        ScopeLens(
            read: { [path, fallback] parent, body in
                if !path.way.read(parent, body) { body(fallback()) }
                return true
            },
            embed: path.action.embedValue,
            extract: path.action.extractValue
        )
    }

    override func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        parent.child(at: path.way) { [fallback] _ in fallback() }
    }
}

/// The path to scopes with defaults, and those that live: one for each default.
@usableFromInline
final class DefaultPath<Parent, ParentAction, State, Action>: ScopePath {
    let way: Lens<Parent, State>
    @usableFromInline let action: CasePath<ParentAction, Action>
    private var scopes: [Scope] = []

    private struct Scope {
        weak var store: Store<State, Action>?
        let fallback: () -> State
    }

    @usableFromInline
    init(way: Lens<Parent, State>, action: CasePath<ParentAction, Action>) {
        self.way = way
        self.action = action
    }

    /// The scope that shows a default, if one lives; defaults that cannot be compared are never the same.
    @usableFromInline
    func store(showing fallback: () -> State) -> Store<State, Action>? {
        guard State.self is any Equatable.Type else { return nil }
        let present = scopes
        for scope in present {
            if let store = scope.store, Self.areEqual(scope.fallback(), fallback()) { return store }
        }
        return nil
    }

    @usableFromInline
    func insert(_ store: Store<State, Action>, showing fallback: @escaping () -> State) {
        let former = scopes
        scopes = former.filter { $0.store != nil } + [Scope(store: store, fallback: fallback)]
        // What a default keeps may use the path when it goes.
        withExtendedLifetime(former) {}
    }

    private static func areEqual(_ first: State, _ second: State) -> Bool {
        func isSecond<Value: Equatable>(_ value: Value) -> Bool { value == second as? Value }
        return (first as? any Equatable).map { isSecond($0) } ?? false
    }
}
