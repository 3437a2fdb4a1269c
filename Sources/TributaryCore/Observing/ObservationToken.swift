// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Keeps an observation alive: it ends when the token is cancelled or dropped.
///
/// So do a middleware, a service and a mounted reducer with theirs.
///
/// Both are safe from any thread, and while observers are being notified: one that has not been told by then is not
/// told any more.
public final class ObservationToken: Sendable {
    private let held: Mutex<Held>

    /// Unchecked Sendable: the object is not looked into through here.
    ///
    /// The token only keeps it alive, and the machine, which does look, does so on its own actor through a
    /// weak reference.
    private struct Held: @unchecked Sendable {
        var object: AnyObject?
    }

    package init(holding object: AnyObject) { held = Mutex(Held(object: object)) }

    /// A token for several observations, which end together.
    ///
    /// - Parameter tokens: Their tokens.
    public convenience init(_ tokens: [ObservationToken]) { self.init(holding: Tokens(tokens)) }

    private final class Tokens {
        private let tokens: [ObservationToken]

        init(_ tokens: [ObservationToken]) { self.tokens = tokens }
    }

    /// Ends the observation; a second time changes nothing.
    public func cancel() {
        // Released outside the lock: what the observer captured may cancel other tokens as it goes.
        let object = held.withLock { held in
            defer { held.object = nil }
            return Held(object: held.object)
        }
        _ = object
    }
}
