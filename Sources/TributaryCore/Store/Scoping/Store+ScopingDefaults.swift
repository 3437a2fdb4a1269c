// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The store of a child that may be absent, with a state to show while it is.
    ///
    /// The default is made anew whenever there is nothing to read. It is shown and observed like a state, but it is
    /// not one: an action for an absent child changes nothing and is reported (law 7). The default belongs to the
    /// scope: as long as a scope lives, the same path with an equal default gives the same object, and with another
    /// default another scope. A state that is not `Equatable` cannot be compared, and so each call makes a scope.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - fallback: The state to show while there is none.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState, ChildAction>(
        state: KeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        default fallback: @escaping @autoclosure () -> ChildState
    ) -> Store<ChildState, ChildAction> where Action: CasePathable {
        scope(
            key: ScopeKey(state: state, action: action),
            action: CasePath(action),
            at: Lens(optional: state),
            default: fallback
        )
    }

    /// The store of a child whose state is one case of an enum, with a state to show in the other cases.
    ///
    /// The default is treated as that of an optional child.
    ///
    /// - Parameters:
    ///   - path: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds the child's actions.
    ///   - fallback: The state to show in the other cases.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState, ChildAction>(
        case path: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        default fallback: @escaping @autoclosure () -> ChildState
    ) -> Store<ChildState, ChildAction> where Action: CasePathable {
        scope(
            key: ScopeKey(state: path, action: action),
            action: CasePath(action),
            at: StateRoot<State>()[keyPath: path].lens,
            default: fallback
        )
    }

    /// The store of an optional part that takes the same actions, with a state to show while it is absent.
    ///
    /// The default is treated as that of an optional child. `store.scope(state: \.self, default: …)` gives a store of
    /// an optional state a default.
    ///
    /// - Parameters:
    ///   - state: The property that is the part, or `nil`.
    ///   - fallback: The state to show while there is none.
    /// - Returns: The store of that part.
    @inlinable
    public func scope<ChildState>(
        state: KeyPath<State, ChildState?>,
        default fallback: @escaping @autoclosure () -> ChildState
    ) -> Store<ChildState, Action> {
        scope(
            key: ScopeKey(state: state, action: \Action.self),
            action: .identity,
            at: Lens(optional: state),
            default: fallback
        )
    }

    /// The scope with a key and a default, made when there is none that lives.
    @inlinable
    func scope<ChildState, ChildAction>(
        key: ScopeKey,
        action: @autoclosure () -> CasePath<Action, ChildAction>,
        at lens: @autoclosure () -> Lens<State, ChildState>,
        default fallback: @escaping () -> ChildState
    ) -> Store<ChildState, ChildAction> {
        let defaults = path(key) { DefaultPath<ChildState, ChildAction>() }
        if let scope = defaults.store(showing: fallback) { return scope }
        let path = childPath(key, action: action(), at: lens())
        let embed = path.embedAction
        let child = ScopedPart(parent: part, lens: DefaultLens(path: path, fallback: fallback))
        // Written here, to be specialised for the types at hand: sending through a scope costs one call.
        let scope = Store<ChildState, ChildAction>(scope: child, of: self) { [sendAction] in
            sendAction(embed($0))
        }
        defaults.insert(scope, showing: fallback)
        return scope
    }
}
