// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The lens of a scope that shows a default where there is no state.
@usableFromInline
struct DefaultLens<Parent, ParentAction, State, Action>: ScopeLens {
    private let path: ChildPath<Parent, ParentAction, State, Action>

    /// Makes the default that this scope shows.
    private let fallback: () -> State

    @usableFromInline
    init(path: ChildPath<Parent, ParentAction, State, Action>, fallback: @escaping () -> State) {
        self.path = path
        self.fallback = fallback
    }

    @usableFromInline
    func read(_ parent: Parent, _ body: (State) -> Void) -> Bool {
        if !path.read(parent, body) { body(fallback()) }
        return true
    }

    @usableFromInline
    func embed(_ action: Action) -> ParentAction? { path.embed(action) }

    @usableFromInline
    func extract(_ action: ParentAction) -> Action? { path.extract(action) }

    @usableFromInline
    func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        parent.child(at: path.lens) { [fallback] _ in fallback() }
    }
}

/// The path to scopes with defaults, and those that live: one for each default.
@usableFromInline
final class DefaultPath<State, Action>: ScopePath {
    private var scopes: [Scope] = []

    private struct Scope {
        weak var store: Store<State, Action>?
        let fallback: () -> State
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
