// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope that shows a default where there is no state.
@usableFromInline
final class DefaultCore<Parent, ParentAction, State, Action>: ScopedCore<Parent, ParentAction, State, Action>
{
    private let path: DefaultPath<Parent, ParentAction, State, Action>

    @usableFromInline
    init(parent: StoreCore<Parent, ParentAction>, path: DefaultPath<Parent, ParentAction, State, Action>) {
        self.path = path
        super.init(parent: parent)
    }

    override var lens: ScopeLens<Parent, ParentAction, State, Action> {
        ScopeLens(
            read: { [path] parent, body in
                if !path.way.read(parent, body) { body(path.fallback()) }
                return true
            },
            embed: path.action.embedValue,
            extract: path.action.extractValue
        )
    }

    override func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        parent.child(at: path.way) { [path] _ in path.fallback() }
    }
}

/// The path to a scope with a default, and the scope, while it lives.
@usableFromInline
final class DefaultPath<Parent, ParentAction, State, Action>: ScopePath {
    let way: StateWay<Parent, State>
    @usableFromInline let action: CasePath<ParentAction, Action>
    @usableFromInline weak var store: Store<State, Action>?

    /// The default that the scope was made with.
    @usableFromInline var fallback: () -> State

    @usableFromInline
    init(
        way: StateWay<Parent, State>,
        action: CasePath<ParentAction, Action>,
        fallback: @escaping () -> State
    ) {
        self.way = way
        self.action = action
        self.fallback = fallback
    }
}
