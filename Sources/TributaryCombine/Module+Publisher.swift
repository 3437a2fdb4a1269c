// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
extension Module {
    /// Every output from the subscription on: once, in order, to each subscriber.
    ///
    /// An output is an event: a new subscriber receives nothing at first, and the same output may come twice in a
    /// row.
    public var outputsPublisher: StorePublisher<Output> {
        StorePublisher(backlog: .everything) { onValue, onEnd in
            ObservationToken([self.onOutput(onValue), self.onEnd(onEnd)])
        }
    }

    /// Publishes the state that the module shows: at once, and then after each turn that changed it.
    ///
    /// - Returns: The publisher; it finishes when the module is closed or released.
    public func publisher() -> StorePublisher<State> {
        StorePublisher(backlog: .newest) { onValue, onEnd in
            ObservationToken([self.observe(onChange: onValue), self.onEnd(onEnd)])
        }
    }
}
#endif
