// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Times at which something is to be done, the earliest first: a binary heap.
struct Deadlines: Sendable {
    private var times: [(time: Duration, number: Int)] = []

    var earliest: (time: Duration, number: Int)? { times.first }

    /// Adds a time in as many steps as the logarithm of their number.
    mutating func insert(_ time: Duration, _ number: Int) {
        times.append((time, number))
        var child = times.count - 1
        while child > 0, times[child] < times[(child - 1) / 2] {
            times.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes the earliest time.
    mutating func removeEarliest() {
        guard times.count > 1 else { return times = [] }
        times[0] = times.removeLast()
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter {
                $0 < times.count && times[$0] < times[parent]
            }
            guard let least = children.min(by: { times[$0] < times[$1] }) else { return }
            times.swapAt(parent, least)
            parent = least
        }
    }
}
