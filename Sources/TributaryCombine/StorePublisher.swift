// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
/// What a store or a module holds or tells, as a publisher that finishes when it is closed or released.
///
/// Everybody who subscribes gets a subscription of their own. It is told on the main actor, in the order of all
/// observers of the store (laws 3 to 5), and may be cancelled from any thread. A publisher keeps its store alive; a
/// subscription does not, unless it is one of a scope.
///
/// No more is delivered than was demanded. Of values that nobody has demanded yet, the newest waits, as with a
/// subject that has a current value; of actions and outputs, which are events, all wait. What waited is delivered
/// where it is demanded. Who subscribes outside of the main actor is subscribed on it, a little later.
public struct StorePublisher<Output>: Publisher, Sendable {
    /// A store does not fail.
    public typealias Failure = Never

    /// Begins an observation for a subscription.
    typealias Observing =
        @MainActor (
            _ onValue: @escaping @MainActor (Output) -> Void,
            _ onEnd: @escaping @Sendable () -> Void
        ) -> ObservationToken

    private let backlog: Backlog
    private let observe: Observing

    init(backlog: Backlog, observe: @escaping Observing) {
        self.backlog = backlog
        self.observe = observe
    }

    /// Subscribes: a value is delivered at once, an event when it happens.
    ///
    /// - Parameter subscriber: Who is told.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Never {
        let subscription = StoreSubscription(subscriber, backlog: backlog)
        subscriber.receive(subscription: subscription)
        onMainActor { [observe] in subscription.begin(observe) }
    }
}

/// What is kept while nothing is demanded.
enum Backlog {
    /// The newest value only.
    case newest
    /// Every event.
    case everything
}
#endif
