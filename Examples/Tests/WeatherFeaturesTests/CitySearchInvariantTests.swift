// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CitySearchFeature
import Testing
import Tributary
import TributaryTesting
import WeatherAPI

@Suite("Whatever people do to the search", .timeLimit(.minutes(30)))
struct CitySearchInvariantTests {
    private typealias Law = Invariant<CitySearch.State, CitySearch.Action>

    private let limit = Law("no more than two rows load") { state in
        state.rows.count(where: \.isLoading) <= 2
    }

    private let useOfRoom = Law("no row waits while there is room") { state in
        state.rows.count(where: \.isLoading) == 2 || !state.rows.contains { $0.weather == .waiting }
    }

    private let visibility = Law("only rows in view wait") { state in
        state.rows.indices.allSatisfy { state.rows[$0].weather != .waiting || state.shown.contains($0) }
    }

    private let freshness = Law("what is shown was asked last") { _, action, after in
        guard case .answered(_, .success) = action else { return true }
        return after.found == after.query
    }

    @Test("it never exceeds the limit of loading rows, never delays a row that could load, and settles")
    func invariants() async {
        let clock = ImmediateClock()
        let typing = ActionGenerator<CitySearch.Action>.case(
            \.textChanged,
            from: ["", "l", "lo", "li", " LY", "x"]
        )
        let scrolling = ActionGenerator<CitySearch.Action>.case(\.windowChanged) { source in
            let first = Int.random(in: -2...6, using: &source)
            return first..<(first + Int.random(in: 0...5, using: &source))
        }
        let network = ActionGenerator<CitySearch.Action> { source in
            .input(.networkChanged(Bool.random(using: &source) ? .good : .failing))
        }
        await checkInvariants(
            limit,
            useOfRoom,
            visibility,
            freshness,
            initialState: CitySearch.State(),
            actions: .anyOf(typing, scrolling, network, .case(\.choose, in: -1...6), .case(\.reload)),
            count: 30,
            runs: 60,
            seed: 5
        ) {
            CitySearch(rowsAtOnce: 2)
        } dependencies: {
            $0.clock = clock
            $0.weatherClient = .made(clock: clock)
        }
    }
}
