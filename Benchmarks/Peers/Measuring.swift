// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The measurements of one library, in nanoseconds.
struct Row {
    let name: String
    var send: Double?
    var effect: Double?
    var observers: Double?
    /// A send that changes one of as many observed values.
    var growth: [Int: Double] = [:]
}

let sizes = [10, 100, 1_000, 10_000]

private let clock = ContinuousClock()

private func nanoseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) * 1e-9
}

/// The least time of one run, over a hundred rounds of at least 0.4 ms.
@MainActor
func least(_ work: (Int) async -> Void) async -> Double {
    var count = 1
    while true {
        let start = clock.now
        await work(count)
        if clock.now - start >= .microseconds(400) { break }
        count *= 2
    }
    var least = Double.infinity
    for _ in 0..<100 {
        let start = clock.now
        await work(count)
        least = min(least, nanoseconds(clock.now - start) / Double(count))
    }
    return least
}

/// Prints the measurements, and the growth of a send.
func printTables(_ rows: [Row]) {
    func cell(_ value: Double?) -> String {
        let text = value.map { "\(Int($0.rounded()))" } ?? "–"
        return String(repeating: " ", count: max(0, 26 - text.count)) + text
    }
    let titles = ["one send", "effect round trip", "a send with 10 observers"]
    print(
        "ns" + String(repeating: " ", count: 12)
            + titles.map { String(repeating: " ", count: 26 - $0.count) + $0 }.joined()
    )
    for row in rows {
        let name = row.name + String(repeating: " ", count: 14 - row.name.count)
        print(name + cell(row.send) + cell(row.effect) + cell(row.observers))
    }
    let counts = sizes.map { "\($0)" }.joined(separator: ", ")
    print("\n# ns of a send that changes one of N observed values, for N of " + counts)
    for row in rows where !row.growth.isEmpty {
        print(([row.name] + sizes.map { "\(Int((row.growth[$0] ?? 0).rounded()))" }).joined(separator: " "))
    }
}
