// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What can be attached to a store: a service, a middleware, a feedback, or something made of them.
///
/// ```swift
/// let token = store.attach(Player())
/// ```
/// `Service` says how something follows the state, `Middleware` how it comes between actions and reducers; a type may
/// be both, and then its two sides stand at one place in the order. `Feedback` and `ActionPrinter` are ready to be
/// attached. A type that is none of these conforms by giving the attachment of one that it holds.
public protocol Companion<State, Action> {
    /// The state of the store.
    associatedtype State

    /// The actions of the store.
    associatedtype Action

    /// What the store calls while the companion is attached to it.
    ///
    /// Services and middleware have it already.
    ///
    /// - Parameter store: The store, or the scope, that it is attached to.
    /// - Returns: The attachment, made anew for each store.
    func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action>
}

/// A companion at its store, as the store calls it.
///
/// It is made by the companions of the library, and given on by those that are made of them.
public class Attachment<State, Action> {
    /// What the attachment takes part in; it is not called for anything else.
    let phases: AttachmentPhases

    init(_ phases: AttachmentPhases) { self.phases = phases }

    /// Sees an action before its reducers.
    ///
    /// - Returns: The action to go on with; `nil` ends it here.
    func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action? { action }

    /// Hears that the reducers do not get the action at hand, because a middleware held it back.
    func didHoldBack() {}

    /// Sees an action after its reducers.
    func didReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) {}

    /// Hears of an action, when all of `didReduce` are done.
    func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {}

    /// Hears of an action that left no state here, or found none.
    func hearWithoutState(_ action: Action, _ origin: ActionOrigin) {}

    /// Begins to follow the state, when the first state was looked at.
    func start() {}

    /// Looks at the state: first where it is attached, then after each action.
    ///
    /// - Returns: The effect that the state asks for.
    func look(at state: State) -> Effect<Action> { .none }

    /// Looks for a state where there is none.
    ///
    /// - Returns: The effect that follows.
    func lookAtNothing() -> Effect<Action> { .none }

    /// Ends, once: nothing is called any more.
    func stop() {}
}

/// What an attachment takes part in.
struct AttachmentPhases: OptionSet {
    let rawValue: UInt8

    /// It comes around the reducers: `willReduce`, `didHoldBack` and `didReduce`.
    static let reducing = AttachmentPhases(rawValue: 1)

    /// It hears of actions: `hear` and `hearWithoutState`.
    static let hearing = AttachmentPhases(rawValue: 2)

    /// It follows the state: `start`, `look`, `lookAtNothing` and `stop`.
    static let following = AttachmentPhases(rawValue: 4)
}

/// The attachment of a scope, as the parent of the scope sees it: of actions and states that are not the scope's it
/// knows nothing.
final class ScopedAttachment<Parent, ParentAction, State, Action>: Attachment<Parent, ParentAction> {
    private let base: Attachment<State, Action>
    private let lens: ScopeLens<Parent, ParentAction, State, Action>

    /// The scope, where the attachment keeps it alive.
    private let scope: AnyObject?

    init(
        _ base: Attachment<State, Action>,
        _ lens: ScopeLens<Parent, ParentAction, State, Action>,
        scope: AnyObject?
    ) {
        self.base = base
        self.lens = lens
        self.scope = scope
        super.init(base.phases)
    }

    override func willReduce(_ action: ParentAction, _ origin: ActionOrigin, _ state: Parent) -> ParentAction?
    {
        guard let own = lens.extract(action) else { return action }
        var passed: ParentAction?
        let isThere = lens.read(state) { passed = base.willReduce(own, origin, $0).flatMap(lens.embed) }
        // While the state is absent there is nothing to be in the middle of; law 7 speaks about the action.
        return isThere ? passed : action
    }

    override func didHoldBack() { base.didHoldBack() }

    override func didReduce(_ action: ParentAction, _ origin: ActionOrigin, _ state: Parent) {
        guard let own = lens.extract(action) else { return }
        _ = lens.read(state) { base.didReduce(own, origin, $0) }
    }

    override func hear(_ action: ParentAction, _ origin: ActionOrigin, _ state: Parent) {
        guard let own = lens.extract(action) else { return }
        if !lens.read(state, { base.hear(own, origin, $0) }) { base.hearWithoutState(own, origin) }
    }

    override func hearWithoutState(_ action: ParentAction, _ origin: ActionOrigin) {
        if let own = lens.extract(action) { base.hearWithoutState(own, origin) }
    }

    override func start() { base.start() }

    override func look(at state: Parent) -> Effect<ParentAction> {
        var effect = Effect<Action>.none
        if !lens.read(state, { effect = base.look(at: $0) }) { effect = base.lookAtNothing() }
        return effect.embedded(by: lens.embed)
    }

    override func lookAtNothing() -> Effect<ParentAction> {
        base.lookAtNothing().embedded(by: lens.embed)
    }

    override func stop() { base.stop() }
}
