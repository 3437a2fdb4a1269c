// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct TeaTimer: Reducer {
    struct State: Equatable, Sendable {
        var secondsLeft = 0
        var isDone = false
    }

    @CasePathable
    enum Action: Equatable, Sendable {
        case start(seconds: Int)
        case tick
        case stop
    }

    private enum Work { case ticks }

    @Dependency(\.clock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start(let seconds):
            state = State(secondsLeft: seconds)
            return .run { send in
                for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
            }
            .cancellable(id: Work.ticks, cancelInFlight: true)
        case .tick:
            state.secondsLeft -= 1
            guard state.secondsLeft == 0 else { return .none }
            state.isDone = true
            return .cancel(id: Work.ticks)
        case .stop:
            return .cancel(id: Work.ticks)
        }
    }
}
// page: end

/// The tests of the article on timers.
@MainActor
struct TestATimer {
    func counted() async {
        // page: test
        let clock = TestClock()
        let store = TestStore(initialState: TeaTimer.State()) {
            TeaTimer()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.start(seconds: 2)) { $0.secondsLeft = 2 }
        await clock.advance(by: .seconds(1))
        await store.receive(.tick) { $0.secondsLeft = 1 }
        await clock.advance(by: .seconds(1))
        await store.receive(.tick) {
            $0.secondsLeft = 0
            $0.isDone = true
        }
        await store.finish()
        // page: end
    }

    func stopped() async {
        // page: stop
        let clock = TestClock()
        let store = TestStore(initialState: TeaTimer.State()) {
            TeaTimer()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.start(seconds: 60)) { $0.secondsLeft = 60 }
        await clock.advance(by: .milliseconds(999))  // no tick yet
        await store.send(.stop)
        await clock.advance(by: .seconds(60))  // no ticks after the stop
        await store.finish()
        // page: end
    }

    func ran() async -> [Int] {
        // page: immediate
        let store = Store(initialState: TeaTimer.State()) {
            TeaTimer()
        } dependencies: {
            $0.clock = ImmediateClock()
        }
        await store.send(.start(seconds: 180)).finish()
        let left = store.secondsLeft  // 0, without waiting for three minutes
        // page: end
        return [left]
    }
}
