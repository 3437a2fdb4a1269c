// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
/// The values or events of a store or a module; the publisher finishes when that is closed or released.
///
/// Each subscriber has a subscription of its own. It receives values on the main actor, in the order of all observers
/// of the store (laws 3 to 5), and may be cancelled from any thread. A publisher keeps its store alive; a
/// subscription does not, unless it is one of a scope.
///
/// It delivers no more than was demanded. Of values without demand the newest waits, as with a subject that has a
/// current value; of actions and outputs, which are events, all wait. They are delivered on the thread that demands
/// them. A subscription from outside of the main actor begins on it, a little later.
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
    /// - Parameter subscriber: The subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Never {
        let subscription = StoreSubscription(subscriber, backlog: backlog)
        subscriber.receive(subscription: subscription)
        onMainActor { [observe] in subscription.begin(observe) }
    }
}

/// The values to keep while there is no demand.
enum Backlog {
    /// The newest value only.
    case newest
    /// Every event.
    case everything
}
#endif
