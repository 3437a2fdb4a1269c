// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A state that is not Equatable is compared by selected values", .timeLimit(.minutes(30)))
struct ComparingTests {
    private struct Player: Reducer {
        struct State {
            var track = 0
            var isPlaying = false
            var onEnd: () -> Void = {}
        }

        enum Action { case next, play }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .next: state.track += 1
                case .play: state.isPlaying = true
                }
            }
        }
    }

    @Test("Selected values are checked, one or several")
    func selecting() async {
        let store = TestStore(initialState: Player.State(), comparing: \.track, \.isPlaying) { Player() }
        await store.send(.next) { $0.track = 1 }
        await store.send(.play) { $0.isPlaying = true }
        let one = TestStore(initialState: Player.State(), comparing: { $0.track }) { Player() }
        await one.send(.play)
        await one.send(.next) { $0.track = 1 }
    }

    @Test("A selected value that is not as expected fails with its difference")
    func difference() async {
        let store = TestStore(initialState: Player.State(), comparing: \.track, \.isPlaying) { Player() }
        let failed = await failures { await store.send(.next) { $0.track = 2 } }
        #expect(failed.count == 1)
        #expect(failed[0].text.contains("    − 2\n    + 1\n\n(Expected: −, Actual: +)"))
    }
}
