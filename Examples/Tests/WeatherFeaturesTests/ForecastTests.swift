// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ForecastFeature
import Testing
import Tributary
import TributaryTesting
import WeatherAPI

@Suite("The forecast", .timeLimit(.minutes(30)))
struct ForecastTests {
    private let clock = TestClock()

    private func store(_ network: NetworkCondition) -> TestStore<Forecast.State, Forecast.Action> {
        TestStore(
            initialState: Forecast.State(city: .london, network: network),
            comparing: \.city,
            \.report,
            \.isLoading
        ) {
            Forecast()
        } dependencies: {
            $0.clock = clock
            $0.weatherClient = .made(clock: clock)
        }
    }

    @Test("keeps its report when loading again fails, and reports each failure")
    func failsTwice() async {
        let store = store(.good)
        store.exhaustivity = .off
        await store.receive(\.answered)
        #expect(store.state.report == .made(for: .london))
        await store.send(.input(.networkChanged(.failing)))
        for _ in 1...2 {
            await store.send(.reload)
            #expect(store.state.isLoading)
            await store.receive(\.answered)
            await store.receive(\.output, .failed(WeatherError.down.message))
        }
        #expect(store.state.report == .made(for: .london))
        #expect(!store.state.isLoading)
        await store.finish()
    }

    @Test("reports a slow request when the time is over, and not a moment before")
    func slow() async {
        let store = store(.slow)
        store.exhaustivity = .off
        await clock.advance(by: .milliseconds(1999))
        #expect(store.state.isLoading)
        await clock.advance(by: .milliseconds(1))
        await store.receive(\.output, .requestIsSlow)
        await clock.advance(by: .seconds(1))
        await store.receive(\.answered)
        await store.finish()
    }
}
