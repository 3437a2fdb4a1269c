// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope that is given by closures, which choose the actions that pass.
final class FilteringCore<Parent, ParentAction, State, Action>:
    ScopedCore<Parent, ParentAction, State, Action>
{
    private let way: ScopeLens<Parent, ParentAction, State, Action>
    private let makeObservers: (ObserverTree<Parent>) -> ObserverTree<State>

    /// - Parameters:
    ///   - parent: The core of the store that is scoped.
    ///   - way: The way to the slice, and that of its actions.
    ///   - observers: Finds the scope's observers below the parent's.
    init(
        parent: StoreCore<Parent, ParentAction>,
        way: ScopeLens<Parent, ParentAction, State, Action>,
        observers: @escaping (_ parent: ObserverTree<Parent>) -> ObserverTree<State>
    ) {
        self.way = way
        makeObservers = observers
        super.init(parent: parent)
    }

    override var lens: ScopeLens<Parent, ParentAction, State, Action> { way }

    override func observers(below parent: ObserverTree<Parent>) -> ObserverTree<State> {
        makeObservers(parent)
    }
}
