// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// All ways to observe show the same.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct HistoriesTests {}

extension HistoriesTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `every way to observe shows the same history of 1,000 random actions`(seed: UInt64) async {
        let histories = Histories { histories in
            withObservationTracking {
                histories.read()
            } onChange: {
                MainActor.assumeIsolated { histories.needsTracking = true }
            }
        }
        var generator = SeededGenerator(seed: seed)
        let expected = histories.run(1000, using: &generator)
        #expect(expected.count > 700)
        #expect(histories.closure == expected)
        #expect(histories.listener == expected)
        #expect(histories.screen.shown == expected)
        #expect(histories.tracked == expected)
        histories.store.close()
        var values: [Int] = []
        for await value in histories.values { values.append(value) }
        #expect(values == expected)
    }
}
