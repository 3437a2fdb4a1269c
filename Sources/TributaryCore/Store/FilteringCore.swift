// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope that lets through what it chooses to.
final class FilteringCore<Parent, ParentAction, State, Action>:
    ScopedCore<Parent, ParentAction, State, Action>
{
    private let embed: (Action) -> ParentAction?

    /// - Parameters:
    ///   - parent: The core of the store that is scoped.
    ///   - read: Shows the slice to a closure; tells whether there is one.
    ///   - embed: Turns an action into the parent's, or holds it back.
    ///   - extract: Finds an action in one of the parent's.
    ///   - observers: Finds the scope's observers below the parent's.
    init(
        parent: StoreCore<Parent, ParentAction>,
        read: @escaping (Parent, (State) -> Void) -> Bool,
        embed: @escaping (Action) -> ParentAction?,
        extract: @escaping (ParentAction) -> Action?,
        observers: (_ parent: ObserverTree<Parent>) -> ObserverTree<State>
    ) {
        self.embed = embed
        super.init(parent: parent, read: read, extract: extract, observers: observers)
    }

    override func send(contentsOf actions: [Action]) -> StoreTask {
        parent.send(contentsOf: actions.compactMap(embed))
    }
}
