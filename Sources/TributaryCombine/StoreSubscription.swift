// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
internal import Synchronization

/// One subscription to a store: it connects an observation with a subscriber that demands values.
///
/// Demand and cancellation may come from any thread, so everything mutable is behind a lock. The subscriber is called
/// outside of it, and never twice at the same time.
final class StoreSubscription<Value>: Subscription, Sendable {
    private let progress: Mutex<Progress>
    private let backlog: Backlog

    init<Downstream: Subscriber>(_ subscriber: Downstream, backlog: Backlog)
    where Downstream.Input == Value, Downstream.Failure == Never {
        let downstream = Receiver(
            receive: { subscriber.receive($0) },
            finish: { subscriber.receive(completion: .finished) }
        )
        progress = Mutex(Progress(downstream: downstream))
        self.backlog = backlog
    }

    /// Begins to observe, unless the subscriber has cancelled by now.
    @MainActor
    func begin(_ observe: StorePublisher<Value>.Observing) {
        guard progress.withLock({ $0.downstream != nil }) else { return }
        // Held until the end, as by any subject: a subscriber need not retain the subscription.
        let token = observe({ self.add($0) }, { self.end() })
        let isOver = progress.withLock { progress in
            if progress.downstream != nil { progress.token = token }
            return progress.downstream == nil
        }
        if isOver { token.cancel() }
    }

    func request(_ demand: Subscribers.Demand) {
        progress.withLock { $0.demand += demand }
        deliver()
    }

    func cancel() {
        // Released outside the lock: the release may cancel other subscriptions.
        let gone = progress.withLock { progress in
            defer { progress.finish() }
            return progress
        }
        gone.token?.cancel()
    }

    private func add(_ value: Value) {
        let arrival = Arrival(value: value)
        progress.withLock { [backlog] in $0.add(arrival, backlog) }
        deliver()
    }

    private func end() {
        progress.withLock { $0.isEnded = true }
        deliver()
    }

    /// Delivers values that arrived and are demanded, unless a caller of this call or another thread does so already.
    private func deliver() {
        while let delivery = progress.withLock({ $0.nextDelivery() }) {
            guard let arrival = delivery.arrival else {
                delivery.downstream.finish()
                return
            }
            let demand = delivery.downstream.receive(arrival.value)
            progress.withLock { progress in
                progress.demand += demand
                progress.isDelivering = false
            }
        }
    }

    /// The subscriber, with its type erased.
    private struct Receiver {
        let receive: (Value) -> Subscribers.Demand
        let finish: () -> Void
    }

    /// Unchecked Sendable: Combine passes values and subscribers between threads without declaring it.
    ///
    /// Only one thread at a time reads the contents, and each value is taken out once.
    private struct Arrival: @unchecked Sendable {
        let value: Value
    }

    /// Unchecked Sendable: it is made under the lock, and used by the one thread that delivers.
    private struct Delivery: @unchecked Sendable {
        let downstream: Receiver

        /// The value to deliver; `nil` for the end.
        let arrival: Arrival?
    }

    /// Unchecked Sendable: it is only used under the lock, or by the one thread that took it out.
    private struct Progress: @unchecked Sendable {
        var downstream: Receiver?
        var token: ObservationToken?
        var demand = Subscribers.Demand.none
        var waiting: ArraySlice<Arrival> = []
        var isDelivering = false
        var isEnded = false

        mutating func add(_ arrival: Arrival, _ backlog: Backlog) {
            guard downstream != nil else { return }
            // Demanded values must be delivered: only those beyond the demand may be replaced by newer ones.
            let owed = demand.max ?? .max
            if backlog == .newest, waiting.count > owed { waiting.removeLast() }
            waiting.append(arrival)
        }

        mutating func nextDelivery() -> Delivery? {
            guard !isDelivering, let downstream else { return nil }
            if waiting.isEmpty, isEnded {
                finish()
                return Delivery(downstream: downstream, arrival: nil)
            }
            guard demand > .none, let arrival = waiting.popFirst() else { return nil }
            // An empty slice still retains the value, which the next change would copy (law 9).
            if waiting.isEmpty { waiting = [] }
            demand -= 1
            isDelivering = true
            return Delivery(downstream: downstream, arrival: arrival)
        }

        mutating func finish() {
            downstream = nil
            token = nil
            waiting = []
        }
    }
}
#endif
