// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension Store {
    /// Subscribes an object to the state, until the token is dropped or the object is released.
    ///
    /// ```swift
    /// token = store.subscribe(self) { $0.select(\.progress).only { old, new in new >= old + 10 } }
    /// ```
    /// It receives the value at once, and then in the order in which subscribers and observers were added (laws 3 to
    /// 5). An object has one subscription to a store or scope. Subscribing again replaces it, with a new place in
    /// that order, and delivers the value again.
    ///
    /// - Parameters:
    ///   - subscriber: The object; not kept alive.
    ///   - describe: Describes the values to deliver, starting from the whole state after each turn.
    /// - Returns: The token that keeps the subscription alive.
    public func subscribe<Subscriber: StoreSubscriber>(
        _ subscriber: Subscriber,
        _ describe: (StateSubscription<State, State>) -> StateSubscription<State, Subscriber.Value>
    ) -> ObservationToken {
        let subscription = describe(StateSubscription())
        // An observer retains this place. Without one, nothing else does, and its contents would be lost.
        let (links, place) = keptWithObservers { WeakTable() }
        defer { withExtendedLifetime(place) {} }
        let link = SubscriptionLink(of: subscriber)
        (links[ObjectIdentifier(subscriber)]?.object as? SubscriptionLink)?.cancel()
        links[ObjectIdentifier(subscriber)] = WeakTable.Entry(owner: subscriber, object: link)
        let next = subscription.follow()
        // Kept from the end of the turn to its delivery, and no longer: the next change would copy it (law 9).
        var waiting: Subscriber.Value?
        let token = observe(
            { state in
                let step = next(state)
                waiting = step.isSkipped ? nil : step.value
                return step.isSkipped
            },
            removeDuplicates: { _, isSkipped in isSkipped || link.liveSubscriber == nil },
            onChange: { _ in
                guard let value = waiting else { return }
                waiting = nil
                (link.liveSubscriber as? Subscriber)?.newState(value)
            }
        )
        link.hold(token)
        return token
    }

    /// Subscribes an object to the whole state, delivered after every turn that changed it.
    ///
    /// A state that is not Equatable counts as changed after every turn in which an action ran.
    ///
    /// - Parameter subscriber: The object; not kept alive.
    /// - Returns: The token that keeps the subscription alive.
    public func subscribe<Subscriber: StoreSubscriber<State>>(_ subscriber: Subscriber) -> ObservationToken {
        subscribe(subscriber) { $0.skippingComparableRepeats() }
    }
}
