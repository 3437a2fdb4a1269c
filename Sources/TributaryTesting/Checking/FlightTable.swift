// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The effects in flight by their identity: situations with equal ones share them.
final class FlightTable {
    private var sets: [UInt64: FlightSet] = [:]

    deinit { forget() }

    subscript(identity: UInt64) -> FlightSet? { sets[identity] }

    /// Shares a set, if its effects are independent.
    func share(_ made: FlightSet) -> FlightSet {
        guard made.isPlain else { return made }
        // Those that are forgotten are made again.
        if sets.count >= setLimit { forget() }
        sets[made.identity] = made
        made.share()
        return made
    }

    private func forget() {
        for flights in sets.values { flights.forget() }
        sets = [:]
    }
}

/// How many sets are shared.
private let setLimit = 10_000
