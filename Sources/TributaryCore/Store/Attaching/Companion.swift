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
    let willReduce: ((Action, ActionOrigin, State) -> Action?)?
    let didHoldBack: (() -> Void)?
    let didReduce: ((Action, ActionOrigin, State) -> Void)?
    let hear: ((Action, ActionOrigin, State) -> Void)?
    let hearWithoutState: ((Action, ActionOrigin) -> Void)?
    let start: (() -> Void)?
    let look: ((State) -> Effect<Action>)?
    let lookAtNothing: (() -> Effect<Action>)?
    let stop: (() -> Void)?

    /// An object that is kept alive with the attachment.
    private let retained: AnyObject?

    /// Where it is stopped when its token is dropped, as long as it follows the state of a machine.
    var inbox: StoreInbox?

    /// Cancels the attachment's effects when it ends.
    private(set) lazy var effects = EffectGroup()

    /// An attachment that makes these calls, and is not called in other phases.
    ///
    /// - Parameters:
    ///   - retained: An object that is kept alive with it.
    ///   - willReduce: Sees an action before its reducers; returns the action to continue with, or `nil` to end it here.
    ///   - didHoldBack: Called when the reducers do not get the current action, because a middleware dropped it.
    ///   - didReduce: Sees an action after its reducers.
    ///   - hear: Receives an action, after all calls of `didReduce`.
    ///   - hearWithoutState: Receives an action that left no state here, or found none.
    ///   - start: Begins to follow the state, after the first `look`.
    ///   - look: Reads the state, first when it is attached, then after each action; returns the effect that it asks for.
    ///   - lookAtNothing: Called in place of `look` when there is no state.
    ///   - stop: Ends it, once; nothing is called after this.
    package init(
        retaining retained: AnyObject? = nil,
        willReduce: ((Action, ActionOrigin, State) -> Action?)? = nil,
        didHoldBack: (() -> Void)? = nil,
        didReduce: ((Action, ActionOrigin, State) -> Void)? = nil,
        hear: ((Action, ActionOrigin, State) -> Void)? = nil,
        hearWithoutState: ((Action, ActionOrigin) -> Void)? = nil,
        start: (() -> Void)? = nil,
        look: ((State) -> Effect<Action>)? = nil,
        lookAtNothing: (() -> Effect<Action>)? = nil,
        stop: (() -> Void)? = nil
    ) {
        self.retained = retained
        self.willReduce = willReduce
        self.didHoldBack = didHoldBack
        self.didReduce = didReduce
        self.hear = hear
        self.hearWithoutState = hearWithoutState
        self.start = start
        self.look = look
        self.lookAtNothing = lookAtNothing
        self.stop = stop
    }

    deinit {
        guard let inbox else { return }
        // On the machine's actor, where the companion is released, too.
        let stopping = StoreDelivery { [stop, look, lookAtNothing, effects] in
            stop?()
            effects.cancel()
            withExtendedLifetime((look, lookAtNothing)) {}
        }
        _ = inbox.append(StoreInbox.Item(delivery: stopping, outlivesMachine: look != nil))
    }

    /// Ends it before its token is dropped.
    func end() {
        inbox = nil
        stop?()
        effects.cancel()
    }

    /// The phases in which it is called.
    var phases: AttachmentPhases {
        var phases: AttachmentPhases = []
        if willReduce != nil || didReduce != nil { phases.insert(.reducing) }
        if hear != nil || hearWithoutState != nil { phases.insert(.hearing) }
        if look != nil { phases.insert(.following) }
        return phases
    }
}

extension Attachment {
    /// Extracts a value from each action and receives it, such as a module's output, even if the action left no state.
    convenience init<Found>(
        retaining retained: AnyObject? = nil,
        extract: @escaping (Action) -> Found?,
        onOutput: @escaping (Found, ActionOrigin) -> Void
    ) {
        let hear = { (action: Action, origin: ActionOrigin) in
            if let found = extract(action) { onOutput(found, origin) }
        }
        self.init(
            retaining: retained,
            hear: { action, origin, _ in hear(action, origin) },
            hearWithoutState: hear
        )
    }

    /// Receives every action, with the state after it.
    convenience init(
        retaining retained: AnyObject? = nil,
        onAction: @escaping (ActionRecord<State, Action>) -> Void
    ) {
        self.init(retaining: retained, hear: { onAction(ActionRecord(action: $0, origin: $1, state: $2)) })
    }
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

extension ScopeLens {
    /// The attachment of a scope, for the scope's parent: it ignores actions and states that are not the scope's.
    ///
    /// - Parameters:
    ///   - base: The attachment.
    ///   - scope: The scope, if the attachment keeps it alive.
    /// - Returns: The attachment for the parent.
    func attachment(
        _ base: Attachment<State, Action>,
        keeping scope: AnyObject?
    ) -> Attachment<Parent, ParentAction> {
        let hearWithoutState = { (action: ParentAction, origin: ActionOrigin) in
            if let own = extract(action) { base.hearWithoutState?(own, origin) }
        }
        let lookAtNothing = { (base.lookAtNothing?() ?? .none).scoped(embed, link: nil) }
        return Attachment(
            retaining: scope,
            willReduce: base.willReduce.map { willReduce in
                { action, origin, state in
                    guard let own = extract(action) else { return action }
                    var passed: ParentAction?
                    let isThere = read(state) { passed = willReduce(own, origin, $0).flatMap(embed) }
                    // While the state is absent there are no reducers to stand before; law 7 covers the action.
                    return isThere ? passed : action
                }
            },
            didHoldBack: base.didHoldBack,
            didReduce: base.didReduce.map { didReduce in
                { action, origin, state in
                    guard let own = extract(action) else { return }
                    _ = read(state) { didReduce(own, origin, $0) }
                }
            },
            hear: base.hear.map { hear in
                { action, origin, state in
                    guard let own = extract(action) else { return }
                    if !read(state, { hear(own, origin, $0) }) { base.hearWithoutState?(own, origin) }
                }
            },
            hearWithoutState: base.hearWithoutState == nil ? nil : hearWithoutState,
            start: base.start,
            look: base.look.map { look in
                { state in
                    var effect: Effect<Action>?
                    _ = read(state) { effect = look($0) }
                    return effect?.scoped(embed, link: nil) ?? lookAtNothing()
                }
            },
            lookAtNothing: lookAtNothing,
            stop: base.stop
        )
    }
}
