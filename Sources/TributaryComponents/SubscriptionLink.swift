// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// One subscription of an object.
///
/// It ends when the object subscribes to the same part again or is released.
///
/// The observation retains it.
final class SubscriptionLink {
    private weak var subscriber: AnyObject?
    private weak var token: ObservationToken?
    private var isCancelled = false

    init(of subscriber: AnyObject) { self.subscriber = subscriber }

    /// The subscriber; if it is gone or the subscription is over, `nil`, and the observation ends.
    var liveSubscriber: AnyObject? {
        guard !isCancelled, let subscriber else {
            cancel()
            return nil
        }
        return subscriber
    }

    /// Takes the token that keeps the observation alive.
    func hold(_ token: ObservationToken) {
        self.token = token
        // The first value may have caused a new subscription already.
        if isCancelled { token.cancel() }
    }

    func cancel() {
        isCancelled = true
        token?.cancel()
    }
}
