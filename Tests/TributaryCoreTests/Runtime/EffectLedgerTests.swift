// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

/// The ledger is pure: what runs, and what a cancellation strikes out.
struct EffectLedgerTests {
    private let root = EffectLifetime(parent: nil, key: nil)
    private let links = (AnyLink(), AnyLink())
    private final class AnyLink {}

    private func child(of parent: EffectLifetime, _ link: AnyLink, element: Int? = nil) -> EffectLifetime {
        let key = EffectLifetime.Key(link: ObjectIdentifier(link), element: element.map(AnyHashable.init))
        return parent.child(key) { EffectLifetime(parent: parent, key: key) }
    }

    @Test func `effects are numbered in the order they begin`() {
        var ledger = EffectLedger()
        let numbers = (1...3).map { _ in ledger.begin(identifiers: [], lifetime: root) }
        #expect(numbers == [1, 2, 3])
    }

    @Test func `cancelling an identifier strikes out what runs under it, in order, and nothing else`() {
        var ledger = EffectLedger()
        let identifiers: [[AnyHashable]] = [["a"], ["b"], ["a", "b"], [], ["a"]]
        for list in identifiers { _ = ledger.begin(identifiers: list, lifetime: root) }
        let struck1 = ledger.cancel("a", within: root)
        #expect(struck1 == [1, 3, 5])
        let struck2 = ledger.cancel("a", within: root)
        #expect(struck2.isEmpty)
        #expect(ledger.contains(2) && ledger.contains(4))
        let struck3 = ledger.cancel("b", within: root)
        #expect(struck3 == [2])
        let struck4 = ledger.cancelAll()
        #expect(struck4 == [4])
        #expect(ledger.isEmpty)
    }

    @Test func `an identifier belongs to the child that uses it, and to its parents`() {
        var ledger = EffectLedger()
        let first = child(of: root, links.0, element: 1)
        let second = child(of: root, links.0, element: 2)
        let nested = child(of: first, links.1)
        let places = [root, first, second, nested]
        let numbers = places.map { ledger.begin(identifiers: ["x"], lifetime: $0) }
        let struck5 = ledger.cancel("x", within: second)
        #expect(struck5 == [numbers[2]])
        let struck6 = ledger.cancel("x", within: first)
        #expect(struck6 == [numbers[1], numbers[3]])
        let struck7 = ledger.cancel("x", within: root)
        #expect(struck7 == [numbers[0]])
    }

    @Test func `the end of a place strikes out everything in it and below`() {
        var ledger = EffectLedger()
        let row = child(of: root, links.0, element: 1)
        let nested = child(of: row, links.1)
        let other = child(of: root, links.0, element: 2)
        for place in [nested, row, other, root] { _ = ledger.begin(identifiers: [], lifetime: place) }
        let struck8 = ledger.cancel(row)
        #expect(struck8 == [1, 2])
        #expect(ledger.contains(3) && ledger.contains(4))
    }

    @Test func `places where nothing runs any more are forgotten`() {
        var ledger = EffectLedger()
        let row = child(of: root, links.0, element: 1)
        let nested = child(of: row, links.1)
        let number = ledger.begin(identifiers: [], lifetime: nested)
        #expect(!root.isEmpty)
        let isEnded = ledger.end(number)
        #expect(isEnded && root.isEmpty)
        let isEndedAgain = ledger.end(number)
        #expect(!isEndedAgain, "An effect ends once")
    }
}
