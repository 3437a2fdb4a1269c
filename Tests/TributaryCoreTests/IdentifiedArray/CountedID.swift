// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An identifier that counts how often it is hashed: a cost that is the same on every machine.
struct CountedID: Hashable, Sendable {
    @TaskLocal static var counter: Counter?

    let number: Int

    final class Counter: Sendable {
        private let counted = Atomic<Int>(0)
        var count: Int { counted.load(ordering: .relaxed) }
        func increment() { counted.add(1, ordering: .relaxed) }
    }

    func hash(into hasher: inout Hasher) {
        Self.counter?.increment()
        hasher.combine(number)
    }

    /// How many hashes a closure costs.
    static func hashes(of body: () -> Void) -> Int {
        let counter = Counter()
        $counter.withValue(counter, operation: body)
        return counter.count
    }
}

struct CountedElement: Identifiable, Sendable {
    let id: CountedID
    var value = 0
    init(_ number: Int) { id = CountedID(number: number) }
}
