// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ForecastFeature
import Testing
import Tributary
import TributaryTesting
import WeatherAPI
import WeatherAppFeature

@testable import CitySearchFeature

@Suite("Late answers, in every order", .timeLimit(.minutes(30)))
struct LateAnswersTests {
    @Test("an older search never overwrites a newer one")
    func searches() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store()
            await store.send(.input(.textChanged("li")))
            await store.send(.input(.textChanged("lo")))
            await store.finish()
            store.assert { $0.search.show([.london, .lodz]) }
        }
        #expect(exploration.count > 10)
    }

    @Test("a forecast that was left shows nothing in the one that is open now")
    func forecasts() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store(found: City.all)
            await store.send(.input(.open(1)))
            await store.send(.input(.open(2)))
            await store.finish()
            let forecast = try #require(store.state.forecast)
            #expect(forecast.city == .lodz)
            #expect(forecast.report == .made(for: .lodz))
            #expect(!forecast.isLoading)
        }
        #expect(exploration.count > 10)
    }

    @Test("an answer to a forecast that was left does not bring it back")
    func back() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store(found: City.all)
            await store.send(.input(.open(1)))
            await store.send(.input(.back))
            await store.finish()
            store.assert { $0.forecast = nil }
        }
        #expect(exploration.isComplete)
    }

    @Test("an answer to a search does not close the forecast that was opened meanwhile")
    func searchBehind() async {
        var opened: Set<City> = []
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store(found: [.london])
            await store.send(.input(.textChanged("li")))
            // Whatever was found by then, the first row can be opened; only typing leaves it again.
            await store.send(.input(.open(1)))
            await store.finish()
            store.assert { $0.search.show([.lima]) }
            let forecast = try #require(store.state.forecast)
            #expect(forecast.report == .made(for: forecast.city))
            opened.insert(forecast.city)
        }
        #expect(exploration.count > 10)
        #expect(opened == [.london, .lima])
    }

    @Test("the newest of two reloads wins, however late the answers to earlier requests")
    func reloads() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            var client = WeatherClient.made(clock: ImmediateClock())
            // Answers arrive even after their request was cancelled, and the number of their days identifies
            // the request.
            client.forecast = { _, network in
                try? await ImmediateClock().sleep(for: .seconds(1))
                return .made(for: .london, days: network == .good ? 1 : 2)
            }
            let store = Self.store(found: City.all, client: client)
            await store.send(.input(.open(1)))
            await store.send(.input(.reload))
            await store.send(.input(.networkChanged(.slow)))
            await store.send(.input(.reload))
            await store.finish()
            let forecast = try #require(store.state.forecast)
            #expect(forecast.report == .made(for: .london, days: 2))
            #expect(!forecast.isLoading)
        }
        #expect(exploration.count > 10)
    }

    @Test("removed rows stay removed, however late their weather arrives")
    func rows() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store(found: [.london, .lima])
            await store.send(.input(.windowChanged(0..<2)))
            await store.send(.search(.answered("li", .success([.lima]))))
            await store.finish()
            store.assert { state in
                state.search.show([.lima])
                state.search.rows[id: 4]?.weather = .loaded(.made(for: 4))
            }
        }
        #expect(exploration.count > 10)
    }

    private static func store(
        found cities: [City] = [],
        client: WeatherClient = .made(clock: ImmediateClock())
    ) -> TestStore<WeatherApp.State, WeatherApp.Action> {
        var state = WeatherApp.State()
        WeatherApp().reduce(into: &state, actions: [.search(.answered("", .success(cities)))])
        return TestStore(initialState: state) {
            WeatherApp()
        } dependencies: {
            // Pauses end at once, in any order, and every answer counts as slow: the test tries all orders.
            $0.clock = ImmediateClock()
            $0.weatherClient = client
        }
    }
}
