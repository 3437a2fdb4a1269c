// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CitySearchFeature
import ForecastFeature
import Testing
import Tributary
import TributaryTesting
import WeatherAPI
import WeatherAppFeature

@Suite("The app", .timeLimit(.minutes(30)))
struct WeatherAppTests {
    private let clock = TestClock()

    private func store() -> TestStore<WeatherApp.State, WeatherApp.Action> {
        let store = TestStore(initialState: WeatherApp.State()) {
            WeatherApp()
        } dependencies: {
            $0.clock = clock
            $0.weatherClient = .made(clock: clock)
        }
        store.exhaustivity = .off
        return store
    }

    private func search(_ text: String, in store: TestStore<WeatherApp.State, WeatherApp.Action>) async {
        await store.send(.input(.textChanged(text)))
        await clock.advance(by: CitySearch.pause)
        await store.skipReceivedActions()
    }

    @Test("opens the city that the search emits, and returns to the results")
    func opens() async {
        let store = store()
        await search("l", in: store)
        await store.send(.input(.open(2)))
        await store.receive(\.search, .output(.cityChosen(.lodz)))
        #expect(store.state.forecast?.city == .lodz)
        await store.receive(\.forecast)
        #expect(store.state.forecast?.report == .made(for: .lodz))
        await store.send(.input(.back))
        #expect(store.state.forecast == nil)
        #expect(store.state.search.rows.count == 5)
        await store.send(.input(.back))
        await store.receive(\.output, .alert(Alert(.problem, "There is nothing to go back to.")))
        await store.finish()
    }

    @Test("the same failure twice is two alerts, with nothing to reset between")
    func alertsRepeat() async {
        let store = store()
        await search("l", in: store)
        await store.send(.input(.open(1)))
        await store.skipReceivedActions()
        await store.send(.input(.networkChanged(.failing)))
        await store.skipReceivedActions()
        for _ in 1...2 {
            await store.send(.input(.reload))
            await store.receive(\.output, .alert(Alert(.problem, WeatherError.down.message)))
        }
        #expect(store.state.forecast?.report == .made(for: .london))
        await store.finish()
    }

    @Test("warns of a slow network once in a run, however many requests are slow")
    func slowOnce() async {
        var warnings = 0
        let store = TestStore(initialState: WeatherApp.State()) {
            WeatherApp()
            Update { _, action in
                if case .output(.alert(let alert)) = action, alert.kind == .warning { warnings += 1 }
            }
        } dependencies: {
            $0.clock = clock
            $0.weatherClient = .made(clock: clock)
        }
        store.exhaustivity = .off
        await store.send(.input(.networkChanged(.slow)))
        await search("l", in: store)
        await clock.advance(by: .milliseconds(1999))
        #expect(warnings == 0)
        await clock.advance(by: .seconds(2))
        #expect(warnings == 1)
        await store.send(.input(.windowChanged(0..<5)))
        await clock.advance(by: .seconds(10))
        await store.send(.input(.open(1)))
        await clock.advance(by: .seconds(10))
        await store.finish()
        #expect(store.state.forecast?.report == .made(for: .london))
        #expect(warnings == 1)
    }

    @Test("an open forecast is closed by typing, and its request ends with it")
    func typingCloses() async {
        let store = store()
        await search("l", in: store)
        await store.send(.input(.networkChanged(.slow)))
        await store.send(.input(.open(1)))
        await store.send(.input(.textChanged("")))
        #expect(store.state.forecast == nil)
        await store.finish()
    }
}
