// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting
import WeatherAPI

@testable import CitySearchFeature

@Suite("The city search", .timeLimit(.minutes(30)))
struct CitySearchTests {
    private let clock = TestClock()

    private func store(_ state: CitySearch.State = .init()) -> TestStore<CitySearch.State, CitySearch.Action>
    {
        TestStore(initialState: state) {
            CitySearch(rowsAtOnce: 2)
        } dependencies: {
            $0.clock = clock
            $0.weatherClient = .made(clock: clock)
        }
    }

    private func found(_ cities: [City], for query: String) -> CitySearch.State {
        var state = CitySearch.State()
        state.text = query
        state.found = query
        state.show(cities)
        return state
    }

    @Test("sends a request after a pause in typing, and only for the last text")
    func debounce() async {
        let store = store()
        await store.send(.textChanged("l")) {
            $0.text = "l"
            $0.isSearching = true
        }
        await clock.advance(by: .milliseconds(299))
        await store.send(.textChanged(" lo ")) { $0.text = " lo " }
        await clock.advance(by: .milliseconds(299))
        await clock.advance(by: .milliseconds(1))
        await store.receive(\.answered) {
            $0.isSearching = false
            $0.found = "lo"
            $0.show([.london, .lodz])
        }
        await store.finish()
    }

    @Test("shows nothing for an empty text, and drops the pending answer")
    func emptied() async {
        let store = store(found([.lima], for: "li"))
        await store.send(.textChanged("lo")) {
            $0.text = "lo"
            $0.isSearching = true
        }
        await store.send(.textChanged("  ")) {
            $0.text = "  "
            $0.isSearching = false
            $0.found = nil
            $0.rows = []
        }
        await clock.advance(by: .seconds(1))
        await store.finish()
    }

    @Test("loads the rows in view from the top, no more than two at once")
    func rowByRow() async {
        let store = store(found(City.all, for: "l"))
        await store.send(.windowChanged(1..<4)) {
            $0.window = 1..<4
            $0.rows[id: 2]?.weather = .loading(.good)
            $0.rows[id: 3]?.weather = .loading(.good)
            $0.rows[id: 4]?.weather = .waiting
        }
        await store.receive(\.rows) {
            $0.rows[id: 2]?.weather = .loaded(.made(for: 2))
            $0.rows[id: 4]?.weather = .loading(.good)
        }
        await store.receive(\.rows) { $0.rows[id: 3]?.weather = .loaded(.made(for: 3)) }
        await store.receive(\.rows) { $0.rows[id: 4]?.weather = .loaded(.made(for: 4)) }
        #expect(store.state.rows[id: 1]?.weather == .unasked)
        await store.finish()
    }

    @Test("does not load a row any more that left the view while it waited")
    func scrolledAway() async {
        var state = found(City.all, for: "l")
        state.network = .slow
        let store = store(state)
        await store.send(.windowChanged(0..<3)) {
            $0.window = 0..<3
            $0.rows[id: 1]?.weather = .loading(.slow)
            $0.rows[id: 2]?.weather = .loading(.slow)
            $0.rows[id: 3]?.weather = .waiting
        }
        await store.send(.windowChanged(4..<9)) {
            $0.window = 4..<9
            $0.rows[id: 3]?.weather = .unasked
            $0.rows[id: 5]?.weather = .waiting
        }
        store.exhaustivity = .off
        await clock.advance(by: .seconds(3))
        await clock.advance(by: .seconds(3))
        await store.finish()
        store.assert {
            $0.rows[id: 1]?.weather = .loaded(.made(for: 1))
            $0.rows[id: 3]?.weather = .unasked
            $0.rows[id: 5]?.weather = .loaded(.made(for: 5))
        }
    }

    @Test("ends the request of a row that is not found any more, and keeps the weather of one that is")
    func rowsReplaced() async {
        var state = found([.london, .lima], for: "l")
        state.rows[id: 4]?.weather = .loaded(.made(for: 4))
        state.network = .slow
        let store = store(state)
        await store.send(.windowChanged(0..<1)) {
            $0.window = 0..<1
            $0.rows[id: 1]?.weather = .loading(.slow)
        }
        await store.send(.answered("li", .success([.lima]))) {
            $0.found = "li"
            $0.rows = [.init(city: .lima)]
            $0.rows[id: 4]?.weather = .loaded(.made(for: 4))
        }
        // The row's request has ended with it: there is nothing left to wait for.
        await store.finish()
    }

    @Test("shows in the row why there is no weather, and retries on request")
    func rowFails() async {
        var state = found([.london], for: "lo")
        state.network = .failing
        let store = store(state)
        await store.send(.windowChanged(0..<1)) {
            $0.window = 0..<1
            $0.rows[id: 1]?.weather = .loading(.failing)
        }
        await store.receive(\.rows) { $0.rows[id: 1]?.weather = .failed(WeatherError.down.message) }
        await store.send(.input(.networkChanged(.good))) { $0.network = .good }
        await store.send(.reload) { $0.rows[id: 1]?.weather = .loading(.good) }
        await store.receive(\.rows) { $0.rows[id: 1]?.weather = .loaded(.made(for: 1)) }
        await store.finish()
    }

    @Test("searches again at once when the last search failed, and reports each failure")
    func searchFails() async {
        var state = CitySearch.State(network: .failing)
        state.text = "lo"
        let store = store(state)
        for _ in 1...2 {
            await store.send(.reload) {
                $0.isSearching = true
                $0.failure = nil
            }
            await store.receive(\.answered) {
                $0.isSearching = false
                $0.failure = WeatherError.down.message
            }
            await store.receive(\.output, .failed(WeatherError.down.message))
        }
        await store.finish()
    }

    @Test("reports a slow request once, before its answer")
    func slow() async {
        var state = found([.london], for: "lo")
        state.network = .slow
        let store = store(state)
        await store.send(.windowChanged(0..<1)) {
            $0.window = 0..<1
            $0.rows[id: 1]?.weather = .loading(.slow)
        }
        await clock.advance(by: .seconds(2))
        await store.receive(\.rows)
        await store.receive(\.output, .requestIsSlow)
        await clock.advance(by: .seconds(1))
        await store.receive(\.rows) { $0.rows[id: 1]?.weather = .loaded(.made(for: 1)) }
        await store.finish()
    }

    @Test(
        "reports why a row cannot be chosen",
        arguments: [
            (0, 1, "There is no city to open; search for one first."),
            (2, 0, "There is no row 0; they are numbered from 1 to 2."),
            (2, 3, "There is no row 3; they are numbered from 1 to 2."),
            (2, .max, "There is no row 9223372036854775807; they are numbered from 1 to 2."),
        ]
    )
    func badChoice(count: Int, number: Int, reason: String) async {
        let store = store(found(Array(City.all.prefix(count)), for: "l"))
        await store.send(.choose(number))
        await store.receive(\.output, .failed(reason))
    }

    @Test("emits the chosen city")
    func choice() async {
        let store = store(found(City.all, for: "l"))
        await store.send(.choose(2))
        await store.receive(\.output, .cityChosen(.lodz))
    }
}
