// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

/// The ledger is pure: what runs, and what a cancellation ends.
@Suite(.timeLimit(.minutes(30)))
struct EffectLedgerTests {
    private let root = EffectLifetime(parent: nil, key: nil)
    private let links = (AnyLink(), AnyLink())
    private final class AnyLink {}

    private func child(of parent: EffectLifetime, _ link: AnyLink, element: Int? = nil) -> EffectLifetime {
        let key = EffectLifetime.Key(link: ObjectIdentifier(link), element: element.map(AnyHashable.init))
        return parent.child(key) { EffectLifetime(parent: parent, key: key) }
    }

    @Test func `effects are numbered in the order they begin, also when places are used again`() {
        var ledger = EffectLedger()
        let numbers = (1...3).map { _ in ledger.begin(identifiers: [], lifetime: root) }
        ledger.end(numbers[1])
        let next = ledger.begin(identifiers: [], lifetime: root)
        #expect((numbers + [next]).map(\.order) == [1, 2, 3, 4])
        #expect(
            !ledger.contains(numbers[1]) && ledger.contains(next),
            "The place is the same, the number is not"
        )
    }

    @Test func `cancelling an identifier ends what runs under it, in order, and nothing else`() {
        var ledger = EffectLedger()
        let identifiers: [[AnyHashable]] = [["a"], ["b"], ["a", "b"], [], ["a"]]
        let numbers = identifiers.map { ledger.begin(identifiers: $0, lifetime: root) }
        let first = ledger.cancel("a", within: root)
        #expect(first.cancel.map(\.order) == [1, 3, 5])
        let again = ledger.cancel("a", within: root)
        #expect(again.cancel.isEmpty)
        #expect(ledger.contains(numbers[1]) && ledger.contains(numbers[3]))
        let second = ledger.cancel("b", within: root)
        #expect(second.cancel.map(\.order) == [2])
        let rest = ledger.cancelAll()
        #expect(rest.cancel.map(\.order) == [4])
        #expect(ledger.isEmpty)
    }

    @Test func `an effect under the same identifier twice is cancelled once`() {
        var ledger = EffectLedger()
        let other = ledger.begin(identifiers: [], lifetime: root)
        _ = ledger.begin(identifiers: ["a", "b", "a"], lifetime: root)
        let cancelled = ledger.cancel("a", within: root).cancel.map(\.order)
        #expect(cancelled == [2])
        #expect(ledger.contains(other) && ledger.count == 1)
    }

    @Test func `an identifier belongs to the child that uses it, and to its parents`() {
        var ledger = EffectLedger()
        let first = child(of: root, links.0, element: 1)
        let second = child(of: root, links.0, element: 2)
        let nested = child(of: first, links.1)
        let numbers = [root, first, second, nested].map { ledger.begin(identifiers: ["x"], lifetime: $0) }
        let inSecond = ledger.cancel("x", within: second).cancel
        #expect(inSecond == [numbers[2]])
        let inFirst = ledger.cancel("x", within: first).cancel
        #expect(inFirst == [numbers[1], numbers[3]])
        let inRoot = ledger.cancel("x", within: root).cancel
        #expect(inRoot == [numbers[0]])
    }

    @Test func `the end of a place strikes out everything in it and below`() {
        var ledger = EffectLedger()
        let row = child(of: root, links.0, element: 1)
        let nested = child(of: row, links.1)
        let other = child(of: root, links.0, element: 2)
        let numbers = [nested, row, other, root].map { ledger.begin(identifiers: [], lifetime: $0) }
        let struck = ledger.cancel(row).cancel
        #expect(struck == Array(numbers[..<2]))
        #expect(ledger.contains(numbers[2]) && ledger.contains(numbers[3]))
    }

    @Test func `places where nothing runs any more are forgotten`() {
        var ledger = EffectLedger()
        let row = child(of: root, links.0, element: 1)
        let nested = child(of: row, links.1)
        let numbers = (1...3).map { _ in ledger.begin(identifiers: [], lifetime: nested) }
        for number in [numbers[1], numbers[0], numbers[1]] { ledger.end(number) }
        root.removeEmptyPlaces()
        #expect(!root.isEmpty && ledger.count == 1, "An effect ends once")
        ledger.end(numbers[2])
        #expect(!root.isEmpty, "Another effect may begin where one has ended")
        root.removeEmptyPlaces()
        #expect(root.isEmpty && ledger.isEmpty)
    }

    @Test func `an effect that is cancelled as a whole goes with its parts`() {
        var ledger = EffectLedger()
        let whole = ledger.begin(identifiers: ["a"], lifetime: root)
        let part = ledger.begin(identifiers: ["a", AnyHashable(whole)], lifetime: root)
        let other = ledger.begin(identifiers: ["a"], lifetime: root)
        let cancelled = ledger.cancel(whole).cancel
        #expect(cancelled == [whole, part])
        #expect(ledger.contains(other))
    }
}
