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

    /// Unchecked Sendable: the token never reads an object.
    ///
    /// It only keeps the object alive. The machine reads it, on its own actor, through a weak reference.
    private enum Held: @unchecked Sendable {
        case nothing
        case object(AnyObject)
        case observer(Observer)
    }

    package init(holding object: AnyObject) { held = Mutex(.object(object)) }

    init(ending observer: Observer) { held = Mutex(.observer(observer)) }

    deinit { cancel() }

    /// A token for several observations, which end together.
    ///
    /// - Parameter tokens: The tokens of the observations.
    public convenience init(_ tokens: [ObservationToken]) { self.init(holding: Tokens(tokens)) }

    private final class Tokens {
        private let tokens: [ObservationToken]

        init(_ tokens: [ObservationToken]) { self.tokens = tokens }
    }

    /// Ends the observation.
    ///
    /// Calling it again does nothing.
    public func cancel() {
        // Released outside the lock: releasing what the observer captured may cancel other tokens.
        let former = held.withLock { held in
            defer { held = .nothing }
            return held
        }
        if case .observer(let observer) = former { observer.end() }
    }
}
