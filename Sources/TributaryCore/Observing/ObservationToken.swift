// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Keeps an observation alive; the observation ends when its token is cancelled or dropped.
///
/// Middleware, services and mounted reducers end with their tokens in the same way.
///
/// Cancelling and dropping are safe from any thread, also while observers are being notified. An observer that has
/// not been notified by then is not notified any more.
public final class ObservationToken: Sendable {
    private let held: Mutex<Held>

    /// Unchecked Sendable: the token only keeps the object alive, and ends it if it is an observer, which any thread may do.
    ///
    /// The machine reads any other object, on its own actor, through a weak reference.
    private struct Held: @unchecked Sendable {
        var object: AnyObject?
    }

    package init(holding object: AnyObject) { held = Mutex(Held(object: object)) }

    deinit { cancel() }

    /// A token for several observations, which end together.
    ///
    /// - Parameter tokens: The tokens of the observations.
    public convenience init(_ tokens: [ObservationToken]) { self.init(holding: Reference(tokens)) }

    /// Ends the observation.
    ///
    /// Calling it again does nothing.
    public func cancel() {
        // Released outside the lock, because the observer's captured objects may cancel other tokens.
        let former = held.withLock { Held(object: $0.object.take()) }
        (former.object as? Observer)?.end()
    }
}

/// One action as it was reduced: for logs, tests and other listeners.
public struct ActionRecord<State, Action> {
    /// The action.
    public let action: Action

    /// Where the action came from.
    public let origin: ActionOrigin

    /// The state after the action was reduced.
    public let state: State

    // Inlined, because looking up this type costs more than to make a record.
    @inline(__always)
    init(action: Action, origin: ActionOrigin, state: State) {
        (self.action, self.origin, self.state) = (action, origin, state)
    }
}

extension ActionRecord: Sendable where State: Sendable, Action: Sendable {}

/// Where an action came from.
public enum ActionOrigin: Hashable, Sendable {
    /// It was sent to the store, to a scope of it or to its handle; so do services and middleware.
    case store

    /// A reducer sent it with `Effect.send`.
    case reducer

    /// A running effect sent it.
    case effect
}
