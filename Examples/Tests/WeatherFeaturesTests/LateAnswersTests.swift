// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ForecastFeature
import Testing
import Tributary
import TributaryTesting
import WeatherAPI
import WeatherAppFeature

@testable import CitySearchFeature

@Suite("Answers that come late, in every order")
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
        print("searches: \(exploration.count) orders")
    }

    @Test("a forecast that was left shows nothing in the one that is open now")
    func forecasts() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store(found: City.all)
            await store.send(.input(.open(1)))
            await store.send(.input(.open(2)))
            await store.finish()
            store.assert { $0.forecast = Forecast.State(answered: .made(for: .lodz), in: $0.forecast) }
        }
        #expect(exploration.count > 10)
        print("forecasts: \(exploration.count) orders")
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
        print("back: \(exploration.count) orders")
    }

    @Test("an answer to a search does not close the forecast that was opened meanwhile")
    func searchBehind() async {
        let exploration = await explore(limit: 1_000, seed: 7) {
            let store = Self.store(found: [.london])
            await store.send(.input(.textChanged("li")))
            // Whatever was found by then, the first row can be opened; only typing leaves it again.
            await store.send(.input(.open(1)))
            await store.finish()
            store.assert {
                $0.search.show([.lima])
                let city = $0.forecast?.city ?? .lyon
                $0.forecast = Forecast.State(answered: .made(for: city), in: $0.forecast)
            }
        }
        #expect(exploration.count > 10)
        print("search behind a forecast: \(exploration.count) orders")
    }

    @Test("the newest of two reloads wins, and rows that are gone stay gone")
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
        print("rows: \(exploration.count) orders")
    }

    private static func store(found cities: [City] = []) -> TestStore<WeatherApp.State, WeatherApp.Action> {
        var state = WeatherApp.State()
        WeatherApp().reduce(into: &state, actions: [.search(.answered("", .success(cities)))])
        return TestStore(initialState: state) {
            WeatherApp()
        } dependencies: {
            // Pauses end at once, in any order, and every answer counts as slow: what is tried is who comes first.
            $0.clock = ImmediateClock()
            $0.weatherClient = .made(clock: ImmediateClock())
        }
    }
}

extension Forecast.State {
    /// The state of a forecast with this answer, or `nil` where no forecast is open or it is another city's.
    fileprivate init?(answered report: ForecastReport, in state: Forecast.State?) {
        guard var state, state.city == report.city else { return nil }
        Forecast().reduce(into: &state, actions: [.answered(.success(report))])
        self = state
    }
}
