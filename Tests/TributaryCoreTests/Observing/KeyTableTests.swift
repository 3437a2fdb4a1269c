// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryCore

/// A table whose keys run code of the program when they are compared.
@Suite(.timeLimit(.minutes(30)))
struct KeyTableTests {
    private let table = KeyTable<HostileKey, Number>()
    private let key = HostileKey(number: 1)

    init() { _ = table.insert(10, for: key) }
}

extension KeyTableTests {
    @Test func `a search does not find an entry that the comparison removed`() {
        key.hook.onCompare = { [self] in table.remove(key) }
        #expect(table[key] == nil)
        #expect(table.count == 0)
    }

    @Test func `a removal leaves an entry that the comparison inserted`() {
        let other = HostileKey(number: 2)
        key.hook.onCompare = { [self] in
            table.remove(key)
            _ = table.insert(20, for: other)
        }
        table.remove(key)
        #expect(table[other] == 20 && table[key] == nil)
        #expect(table.count == 1)
    }

    @Test func `an insertion finds an entry that the comparison inserted`() {
        let other = HostileKey(number: 2)
        key.hook.onCompare = { [self] in _ = table.insert(20, for: other) }
        #expect(table.insert(30, for: other) == 20)
        #expect(table[other] == 20)
        #expect(table.count == 2)
    }
}

private struct Number: Ending, Equatable, ExpressibleByIntegerLiteral {
    let value: Int

    var hasEnded: Bool { false }

    init(integerLiteral value: Int) { self.value = value }
}

/// A key that calls a closure in its next comparison; all have one hash value.
private struct HostileKey: Hashable {
    final class Hook {
        var onCompare: (() -> Void)?
    }

    let number: Int
    let hook = Hook()

    static func == (left: HostileKey, right: HostileKey) -> Bool {
        left.hook.onCompare.take()?()
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
}
