// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A listener that hears of every action.
class ActionListener<State, Action> {
    func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {}
}

/// A listener that hears of the actions of a slice of the store.
final class ScopedActionListener<State, Action, Slice, SliceAction>: ActionListener<State, Action> {
    private let extract: (Action) -> SliceAction?
    private let read: (State, (Slice) -> Void) -> Bool
    private let onAction: (ActionRecord<Slice, SliceAction>) -> Void

    /// The scope that is listened to, kept alive with the listener.
    private let scope: AnyObject?

    init(
        scope: AnyObject?,
        extract: @escaping (Action) -> SliceAction?,
        read: @escaping (State, (Slice) -> Void) -> Bool,
        onAction: @escaping (ActionRecord<Slice, SliceAction>) -> Void
    ) {
        self.scope = scope
        self.extract = extract
        self.read = read
        self.onAction = onAction
    }

    override func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        guard let sliceAction = extract(action) else { return }
        var slice: Slice?
        // Copied out first: what the listener does with it does not concern the state.
        guard read(state, { slice = $0 }), let slice else { return }
        onAction(ActionRecord(action: sliceAction, origin: origin, state: slice))
    }
}

/// A listener that hears of what it finds in an action, such as a module's output, whatever the state is.
final class FindingActionListener<State, Action, Found>: ActionListener<State, Action> {
    private let extract: (Action) -> Found?
    private let onAction: (Found, ActionOrigin) -> Void

    /// The scope that is listened to, kept alive with the listener.
    private let scope: AnyObject?

    init(
        scope: AnyObject?,
        extract: @escaping (Action) -> Found?,
        onAction: @escaping (Found, ActionOrigin) -> Void
    ) {
        self.scope = scope
        self.extract = extract
        self.onAction = onAction
    }

    override func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        if let found = extract(action) { onAction(found, origin) }
    }
}
