// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryComponents
package import TributaryCore

/// One run of actions, seen in every way in which a store can be observed.
@MainActor
package final class Histories {
    /// Props are shown here.
    @MainActor
    package final class Screen: Component {
        package private(set) var shown: [Int] = []
        package func render(_ props: Int) { shown.append(props) }
    }

    package let store: StoreOf<Counter>
    package private(set) var closure: [Int] = []
    package private(set) var listener: [Int] = []
    package private(set) var tracked: [Int] = []
    package let screen = Screen()
    private var tokens: [ObservationToken] = []
    private let track: @MainActor (Histories) -> Void
    package let values: AsyncStream<Int>

    /// Starts to observe in every way.
    ///
    /// - Parameter track: Tracks `read()` once by the Observation framework.
    package init(track: @escaping @MainActor (Histories) -> Void) {
        store = Store(initialState: Counter.State()) { Counter() }
        self.track = track
        values = store.values(\.count)
        tokens.append(store.observe(\.count) { [unowned self] in closure.append($0) })
        tokens.append(screen.connect(to: store, state: \.count))
        // An action listener receives actions, and makes a history of counts by omitting repeats.
        listener = [0]
        tokens.append(
            store.onAction { [unowned self] record in
                if record.state.count != listener.last { listener.append(record.state.count) }
            }
        )
        track(self)
    }

    /// Reads the count, while it is tracked.
    package func read() { tracked.append(store.count) }

    /// Sends actions drawn by chance, one per turn; some of them change nothing.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - generator: The source of chance.
    /// - Returns: The counts that follow from them, without repeats, calculated without a store.
    package func run(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Int] {
        var expected = [0]
        for _ in 0..<count {
            let amount = Int.random(in: -2...2, using: &generator)
            store.send(amount == 1 ? .increment : .add(amount))
            if amount != 0 { expected.append((expected.last ?? 0) + amount) }
            // Tracking is for one change, reported while it is made; afterwards the test reads again.
            if needsTracking {
                needsTracking = false
                track(self)
            }
        }
        return expected
    }

    /// Set when a tracked value has changed.
    package var needsTracking = false
}
