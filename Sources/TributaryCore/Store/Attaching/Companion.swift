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

/// Shows the state to a closure.
///
/// Returns whether there is one: a scope may have none.
package typealias StateReader<State> = ((State) -> Void) -> Bool

/// The store's interface to an attached companion.
///
/// The companions of the library make it, and companions that are made of them pass it on.
public class Attachment<State, Action> {
    let willReduce: ((Action, ActionOrigin, State) -> Action?)?
    let didHoldBack: (() -> Void)?
    let didReduce: ((Action, ActionOrigin, State) -> Void)?
    let hear: ((Action, ActionOrigin, StateReader<State>) -> Void)?
    let start: (() -> Void)?
    let look: ((StateReader<State>) -> Effect<Action>)?
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
    ///   - hear: Receives an action, after all calls of `didReduce`, and reads the state that the action left.
    ///   - start: Begins to follow the state, after the first `look`.
    ///   - look: Reads the state, first when it is attached, then after each action; returns the effect that it asks for.
    ///   - stop: Ends it, once; nothing is called after this.
    package init(
        retaining retained: AnyObject? = nil,
        willReduce: ((Action, ActionOrigin, State) -> Action?)? = nil,
        didHoldBack: (() -> Void)? = nil,
        didReduce: ((Action, ActionOrigin, State) -> Void)? = nil,
        hear: ((Action, ActionOrigin, StateReader<State>) -> Void)? = nil,
        start: (() -> Void)? = nil,
        look: ((StateReader<State>) -> Effect<Action>)? = nil,
        stop: (() -> Void)? = nil
    ) {
        self.retained = retained
        self.willReduce = willReduce
        self.didHoldBack = didHoldBack
        self.didReduce = didReduce
        self.hear = hear
        self.start = start
        self.look = look
        self.stop = stop
    }

    deinit {
        guard let inbox else { return }
        // On the machine's actor, where the companion is released, too.
        let stopping = StoreDelivery(outlivesMachine: look != nil) { [stop, look, effects] in
            stop?()
            effects.cancel()
            withExtendedLifetime(look) {}
        }
        _ = inbox.append(stopping)
    }

    /// Ends it before its token is dropped.
    func end() {
        inbox = nil
        stop?()
        effects.cancel()
    }

    /// Whether it is called around the reducers.
    var isMiddleware: Bool { willReduce != nil || didReduce != nil }

    /// Whether it only receives actions.
    var isListener: Bool { !isMiddleware && look == nil }
}

extension Attachment {
    /// Extracts a value from each action and receives it, such as a module's output, even if the action left no state.
    convenience init<Found>(
        extract: @escaping (Action) -> Found?,
        onOutput: @escaping (Found, ActionOrigin) -> Void
    ) {
        self.init(hear: { action, origin, _ in extract(action).map { onOutput($0, origin) } })
    }

    /// Receives every action, with the state after it.
    convenience init(onAction: @escaping (ActionRecord<State, Action>) -> Void) {
        self.init(hear: { action, origin, read in
            _ = read { onAction(ActionRecord(action: action, origin: origin, state: $0)) }
        })
    }
}

extension ScopePath {
    /// The attachment of a scope, for the scope's parent: it ignores actions and states that are not the scope's.
    ///
    /// - Parameters:
    ///   - base: The attachment.
    ///   - id: The identifier of the scope.
    ///   - scope: The scope, if the attachment keeps it alive.
    /// - Returns: The attachment for the parent.
    func attachment(
        _ base: Attachment<State, Action>,
        _ id: ID,
        keeping scope: AnyObject?
    ) -> Attachment<Parent, ParentAction> {
        let embed = { self.embed(id, $0) }
        let extract = { [extract] in extract(id, $0) }
        return Attachment(
            retaining: Reference((base, scope)),
            willReduce: base.willReduce.map { willReduce in
                { action, origin, state in
                    guard let own = extract(action) else { return action }
                    var passed: ParentAction?
                    let isThere = self.read(state, id) { passed = willReduce(own, origin, $0).flatMap(embed) }
                    // While the state is absent there are no reducers to stand before; law 7 covers the action.
                    return isThere ? passed : action
                }
            },
            didHoldBack: base.didHoldBack,
            didReduce: base.didReduce.map { didReduce in
                { action, origin, state in
                    guard let own = extract(action) else { return }
                    _ = self.read(state, id) { didReduce(own, origin, $0) }
                }
            },
            hear: base.hear.map { hear in
                { action, origin, parent in
                    guard let own = extract(action) else { return }
                    hear(own, origin) { self.read(id, in: parent, $0) }
                }
            },
            start: base.start,
            look: base.look.map { look in
                { parent in look { self.read(id, in: parent, $0) }.scoped(embed, link: nil) }
            },
            stop: base.stop
        )
    }
}
