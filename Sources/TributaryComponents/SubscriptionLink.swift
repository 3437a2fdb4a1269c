// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// One subscription of an object, which ends when the object subscribes to the same slice again or is gone.
///
/// The observation keeps it.
final class SubscriptionLink {
    private weak var subscriber: AnyObject?
    private weak var token: ObservationToken?
    private var isCancelled = false

    init(of subscriber: AnyObject) { self.subscriber = subscriber }

    /// The subscriber, unless the subscription is over; if it is, ends the observation.
    var liveSubscriber: AnyObject? {
        guard !isCancelled, let subscriber else {
            cancel()
            return nil
        }
        return subscriber
    }

    /// Learns what keeps the observation alive.
    func hold(_ token: ObservationToken) {
        self.token = token
        // The first value may have led to a new subscription already.
        if isCancelled { token.cancel() }
    }

    func cancel() {
        isCancelled = true
        token?.cancel()
    }
}

/// The subscriptions to one slice of a state, by subscriber.
///
/// An object, so that a slice to which nobody subscribes has room for no more than a reference.
final class SubscriptionLinks {
    /// The subscriptions to the slice that has this place.
    static func of(_ place: AnyObserverTree) -> SubscriptionLinks {
        if let links = place.kept as? SubscriptionLinks { return links }
        let links = SubscriptionLinks()
        place.kept = links
        return links
    }

    private var links: [ObjectIdentifier: WeakLink] = [:]
    private var liveCount = 0

    /// Ends the subscription that an object has, and remembers its new one.
    ///
    /// Should another object have had the place in memory, it is gone, and ending what it left is no loss.
    func replace(_ subscriber: AnyObject) -> SubscriptionLink {
        let link = SubscriptionLink(of: subscriber)
        links[ObjectIdentifier(subscriber)]?.link?.cancel()
        if links.count >= 2 * max(liveCount, 8) {
            links = links.filter { $0.value.link != nil }
            liveCount = links.count
        }
        links[ObjectIdentifier(subscriber)] = WeakLink(link: link)
        return link
    }

    private struct WeakLink {
        weak var link: SubscriptionLink?
    }
}
