// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
import Testing
import TributaryCombine
import TributaryTestSupport

/// All ways to observe show the same; publishers, too.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct CombineHistoriesTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `publishers show the same history of 1,000 random actions as closures and components`(seed: UInt64) {
        let histories = Histories { $0.read() }
        var published: [Int] = []
        var fromActions = [0]
        let cancellables = [
            histories.store.publisher(\.count).sink { published.append($0) },
            histories.store.actionsPublisher.map(\.state.count).removeDuplicates()
                .sink { if $0 != fromActions.last { fromActions.append($0) } },
        ]
        var generator = SeededGenerator(seed: seed)
        let expected = histories.run(1000, using: &generator)
        #expect(published == expected)
        #expect(fromActions == expected)
        #expect(histories.closure == expected)
        #expect(histories.screen.shown == expected)
        withExtendedLifetime(cancellables) {}
    }
}
#endif
