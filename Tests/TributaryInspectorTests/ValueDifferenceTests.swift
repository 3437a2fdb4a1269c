// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

@testable import TributaryInspector

@Suite("The difference between two values", .timeLimit(.minutes(30)))
struct ValueDifferenceTests {
    private func lines(_ old: Any, _ new: Any, limit: Int = 100) -> [String] {
        ValueDifference(from: old, to: new, limit: limit).changes.map { change in
            let text = { (value: Any?) in value.map { ReflectedValue($0).text } ?? "–" }
            return "\(change.kind) \(change.label): \(text(change.before)) → \(text(change.after))"
        }
    }

    @Test func `names the fields, elements and entries that changed`() {
        let old = Garden.State(
            plants: IdentifiedArray(uniqueElements: [.init(id: 1, name: "Rose"), .init(id: 2, name: "Fern")]),
            visits: ["Ada": 1]
        )
        var new = old
        new.count = 5
        new.plants[id: 2]?.name = "Moss"
        new.plants.remove(id: 1)
        new.plants.append(.init(id: 9, name: "Oak"))
        new.visits["Bob"] = 2
        new.weather = .rain(millimetres: 3)
        #expect(
            lines(old, new) == [
                "changed count: 0 → 5",
                #"removed plants[id: 1]: Plant(id: 1, name: "Rose") → –"#,
                #"changed plants[id: 2].name: "Fern" → "Moss""#,
                #"added plants[id: 9]: – → Plant(id: 9, name: "Oak")"#,
                #"added visits."Bob": – → 2"#,
                "changed weather: .unknown → .rain(millimetres: 3)",
            ]
        )
        #expect(lines(old, old).isEmpty)
    }

    @Test func `finds one change among a million elements`() {
        let old = Array(repeating: 0, count: 1_000_000)
        var new = old
        new[700_000] = 1
        #expect(lines(old, new) == ["changed [700000]: 0 → 1"])
        new.append(2)
        new.remove(at: 0)
        let difference = ValueDifference(from: old, to: new, limit: 100)
        // If the numbers of both differ a lot, the first ten thousand are compared.
        #expect(difference.changes.first?.label == "[699999]")
        #expect(difference.isCut)
    }

    @Test func `stops at the requested limit`() {
        let difference = ValueDifference(from: Array(0..<100), to: Array(100..<200), limit: 10)
        #expect(difference.changes.count == 10)
        #expect(difference.isCut)
    }

    @Test func `reports a change that no part shows`() {
        struct Opaque: Equatable {
            let number: Int
            static func == (left: Self, right: Self) -> Bool { false }
        }
        #expect(
            lines(Opaque(number: 1), Opaque(number: 1)) == ["changed : Opaque(number: 1) → Opaque(number: 1)"]
        )
        // Closures cannot be compared, and count as equal.
        #expect(lines({ 1 } as () -> Int, { 2 } as () -> Int).isEmpty)
    }
}
