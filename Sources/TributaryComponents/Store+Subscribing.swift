// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Store {
    /// Lets an object hear of the state, until the token goes or the object is gone.
    ///
    /// ```swift
    /// token = store.subscribe(self) { $0.select(\.progress).only { old, new in new >= old + 10 } }
    /// ```
    /// It is told at once, and then in the order in which subscribers and observers were added (laws 3 to 5). An
    /// object has one subscription to a store or scope: subscribing again replaces it, with a new place in that
    /// order, and tells the value again.
    ///
    /// - Parameters:
    ///   - subscriber: The object; not kept alive.
    ///   - describe: Describes what it hears of, beginning with the whole state, every turn.
    /// - Returns: The token that keeps the subscription alive.
    public func subscribe<Subscriber: StoreSubscriber>(
        _ subscriber: Subscriber,
        _ describe: (StateSubscription<State, State>) -> StateSubscription<State, Subscriber.Value>
    ) -> ObservationToken {
        let subscription = describe(StateSubscription())
        // An observer keeps this place; until there is one nothing else does, and what it remembers would be lost.
        let place = observerPlace
        defer { withExtendedLifetime(place) {} }
        let link = SubscriptionLinks.of(place).replace(subscriber)
        let token = observe(
            subscription.follow(),
            removeDuplicates: { _, step in step.isSkipped || link.liveSubscriber == nil },
            onChange: { step in (link.liveSubscriber as? Subscriber)?.newState(step.value) }
        )
        link.hold(token)
        return token
    }

    /// Lets an object hear of the whole state, after every turn that changed it.
    ///
    /// A state that is not Equatable counts as changed after every turn in which an action ran.
    ///
    /// - Parameter subscriber: The object; not kept alive.
    /// - Returns: The token that keeps the subscription alive.
    public func subscribe<Subscriber: StoreSubscriber<State>>(_ subscriber: Subscriber) -> ObservationToken {
        subscribe(subscriber) { $0.skippingComparableRepeats() }
    }
}
