// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An object that can be attached to a store: a service, a middleware, a feedback, or one made of them.
///
/// ```swift
/// let token = store.attach(Player())
/// ```
/// A `Service` follows the state, and a `Middleware` processes actions before and after the reducers. A type may be both, with one
/// place in the order for both. You can attach a `Feedback` directly. Any other type conforms by returning the attachment of a
/// companion that it holds.
public protocol Companion<State, Action> {
    /// The state of the store.
    associatedtype State

    /// The actions of the store.
    associatedtype Action

    /// The attachment that the store calls while the companion is attached to it.
    ///
    /// Services and middleware have it already.
    ///
    /// - Parameter store: The store, or the scope, that it is attached to.
    /// - Returns: The attachment, made anew for each store.
    func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action>
}

/// Lists companions for `store.attach { … }`.
@resultBuilder
public enum CompanionBuilder<State, Action> {
    /// A companion.
    public static func buildExpression(
        _ companion: any Companion<State, Action>
    ) -> [any Companion<State, Action>] { [companion] }

    /// Companions, in the order in which they are written.
    public static func buildBlock(
        _ companions: [any Companion<State, Action>]...
    ) -> [any Companion<State, Action>] { companions.flatMap(\.self) }

    /// The companions of a `for` loop.
    public static func buildArray(
        _ companions: [[any Companion<State, Action>]]
    ) -> [any Companion<State, Action>] { companions.flatMap(\.self) }

    /// The companions of an `if` without `else`.
    public static func buildOptional(
        _ companions: [any Companion<State, Action>]?
    ) -> [any Companion<State, Action>] { companions ?? [] }

    /// The companions of an `if`.
    public static func buildEither(
        first companions: [any Companion<State, Action>]
    ) -> [any Companion<State, Action>] { companions }

    /// The companions of an `else`.
    public static func buildEither(
        second companions: [any Companion<State, Action>]
    ) -> [any Companion<State, Action>] { companions }
}

/// The store's interface to an attached companion.
///
/// The companions of the library make it, and companions that are made of them pass it on.
public class Attachment<State, Action> {
    /// The phases in which the attachment is called; it is not called in others.
    let phases: AttachmentPhases

    init(_ phases: AttachmentPhases) { self.phases = phases }

    /// Sees an action before its reducers.
    ///
    /// - Returns: The action to continue with; `nil` ends it here.
    func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action? { action }

    /// Called when the reducers do not get the current action, because a middleware dropped it.
    func didHoldBack() {}

    /// Sees an action after its reducers.
    func didReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) {}

    /// Receives an action, after all calls of `didReduce`.
    func hear(_ action: Action, _ origin: ActionOrigin, _ state: State) {}

    /// Receives an action that left no state here, or found none.
    func hearWithoutState(_ action: Action, _ origin: ActionOrigin) {}

    /// Begins to follow the state, after the first `look`.
    func start() {}

    /// Reads the state: first when it is attached, then after each action.
    ///
    /// - Returns: The effect that the state asks for.
    func look(at state: State) -> Effect<Action> { .none }

    /// Called in place of `look` when there is no state.
    ///
    /// - Returns: The effect that follows.
    func lookAtNothing() -> Effect<Action> { .none }

    /// Ends, once.
    ///
    /// Nothing is called after this.
    func stop() {}
}

/// The calls of an attachment whose companion is in another target of the library; those of `Attachment`.
package protocol AttachmentCalls<State, Action>: AnyObject {
    associatedtype State
    associatedtype Action

    func willReduce(_ action: Action, _ origin: ActionOrigin, _ state: State) -> Action?
    func didHoldBack()
    func hear(_ action: Action, _ origin: ActionOrigin, _ state: State)
    func hearWithoutState(_ action: Action, _ origin: ActionOrigin)
    func look(at state: State) -> Effect<Action>
    func lookAtNothing() -> Effect<Action>
    func stop()
}

extension AttachmentCalls {
    /// The attachment that makes these calls.
    ///
    /// - Parameters:
    ///   - isReducing: Whether it is called around the reducers.
    ///   - isFollowing: Whether it follows the state.
    /// - Returns: The attachment, which receives actions in any case.
    package func attachment(isReducing: Bool = false, isFollowing: Bool = false) -> Attachment<State, Action>
    {
        var phases = AttachmentPhases.hearing
        if isReducing { phases.insert(.reducing) }
        if isFollowing { phases.insert(.following) }
        return CalledAttachment(self, phases)
    }
}

private final class CalledAttachment<Calls: AttachmentCalls>: Attachment<Calls.State, Calls.Action> {
    private let calls: Calls

    init(_ calls: Calls, _ phases: AttachmentPhases) {
        self.calls = calls
        super.init(phases)
    }

    override func willReduce(
        _ action: Calls.Action,
        _ origin: ActionOrigin,
        _ state: Calls.State
    ) -> Calls.Action? {
        calls.willReduce(action, origin, state)
    }

    override func didHoldBack() { calls.didHoldBack() }

    override func hear(_ action: Calls.Action, _ origin: ActionOrigin, _ state: Calls.State) {
        calls.hear(action, origin, state)
    }

    override func hearWithoutState(_ action: Calls.Action, _ origin: ActionOrigin) {
        calls.hearWithoutState(action, origin)
    }

    override func look(at state: Calls.State) -> Effect<Calls.Action> { calls.look(at: state) }

    override func lookAtNothing() -> Effect<Calls.Action> { calls.lookAtNothing() }

    override func stop() { calls.stop() }
}

/// The phases in which an attachment is called.
struct AttachmentPhases: OptionSet {
    let rawValue: UInt8

    /// It is called around the reducers: `willReduce`, `didHoldBack` and `didReduce`.
    static let reducing = AttachmentPhases(rawValue: 1)

    /// It receives actions: `hear` and `hearWithoutState`.
    static let hearing = AttachmentPhases(rawValue: 2)

    /// It follows the state: `start`, `look`, `lookAtNothing` and `stop`.
    static let following = AttachmentPhases(rawValue: 4)
}

/// The attachment of a scope, for the scope's parent.
///
/// It ignores actions and states that are not the scope's.
final class ScopedAttachment<Lens: ScopeLens>: Attachment<Lens.Parent, Lens.ParentAction> {
    private let base: Attachment<Lens.State, Lens.Action>
    private let lens: Lens

    /// The scope, if the attachment keeps it alive.
    private let scope: AnyObject?

    init(_ base: Attachment<Lens.State, Lens.Action>, _ lens: Lens, scope: AnyObject?) {
        self.base = base
        self.lens = lens
        self.scope = scope
        super.init(base.phases)
    }

    override func willReduce(
        _ action: Lens.ParentAction,
        _ origin: ActionOrigin,
        _ state: Lens.Parent
    ) -> Lens.ParentAction? {
        guard let own = lens.extract(action) else { return action }
        var passed: Lens.ParentAction?
        let isThere = lens.read(state) { passed = base.willReduce(own, origin, $0).flatMap(lens.embed) }
        // While the state is absent there are no reducers to stand before; law 7 covers the action.
        return isThere ? passed : action
    }

    override func didHoldBack() { base.didHoldBack() }

    override func didReduce(_ action: Lens.ParentAction, _ origin: ActionOrigin, _ state: Lens.Parent) {
        guard let own = lens.extract(action) else { return }
        _ = lens.read(state) { base.didReduce(own, origin, $0) }
    }

    override func hear(_ action: Lens.ParentAction, _ origin: ActionOrigin, _ state: Lens.Parent) {
        guard let own = lens.extract(action) else { return }
        if !lens.read(state, { base.hear(own, origin, $0) }) { base.hearWithoutState(own, origin) }
    }

    override func hearWithoutState(_ action: Lens.ParentAction, _ origin: ActionOrigin) {
        if let own = lens.extract(action) { base.hearWithoutState(own, origin) }
    }

    override func start() { base.start() }

    override func look(at state: Lens.Parent) -> Effect<Lens.ParentAction> {
        var effect = Effect<Lens.Action>.none
        if !lens.read(state, { effect = base.look(at: $0) }) { effect = base.lookAtNothing() }
        return effect.scoped(lens.embed, link: nil)
    }

    override func lookAtNothing() -> Effect<Lens.ParentAction> {
        base.lookAtNothing().scoped(lens.embed, link: nil)
    }

    override func stop() { base.stop() }
}
