// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Receives every action, with the state after it.
@usableFromInline
final class ActionListener<State, Action>: Attachment<State, Action> {
    // Not a record: whoever hands this in knows the types, and makes one without looking its metadata up.
    private let onAction: (Action, ActionOrigin, State) -> Void

    /// An object that is kept alive with the listener.
    private let companion: AnyObject?

    @usableFromInline
    init(
        retaining companion: AnyObject? = nil,
        _ onAction: @escaping (_ action: Action, _ origin: ActionOrigin, _ state: State) -> Void
    ) {
        self.onAction = onAction
        self.companion = companion
        super.init(.hearing)
    }

    override func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        onAction(action, origin, state)
    }
}

/// Receives what it extracts from an action, such as a module's output, also if the action left no state.
final class OutputListener<State, Action, Found>: Attachment<State, Action> {
    private let extract: (Action) -> Found?
    private let onOutput: (Found, ActionOrigin) -> Void

    /// An object that is kept alive with the listener.
    private let companion: AnyObject?

    init(
        retaining companion: AnyObject? = nil,
        extract: @escaping (Action) -> Found?,
        _ onOutput: @escaping (Found, ActionOrigin) -> Void
    ) {
        self.extract = extract
        self.onOutput = onOutput
        self.companion = companion
        super.init(.hearing)
    }

    override func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {
        hearWithoutState(action, origin)
    }

    override func hearWithoutState(_ action: Action, _ origin: ActionOrigin) {
        if let found = extract(action) { onOutput(found, origin) }
    }
}
