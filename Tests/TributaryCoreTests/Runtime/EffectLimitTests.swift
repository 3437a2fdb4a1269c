// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

/// What policies decide: pure, without a task.
@Suite(.timeLimit(.minutes(30)))
struct EffectLimitTests {
    private let root = EffectLifetime(parent: nil, key: nil)
    private var ledger = EffectLedger()

    private mutating func request(_ identifier: String = "a", _ policy: EffectPolicy) -> EffectAdmission {
        ledger.request(AnyHashable(identifier), policy: policy, identifiers: [identifier], lifetime: root)
    }

    /// Asks for room for several, and returns the numbers of those that begin or wait.
    private mutating func request(_ count: Int, _ policy: EffectPolicy) -> [EffectNumber] {
        (0..<count).compactMap { _ in request("a", policy).number }
    }

    @Test mutating func `one that is refused is not registered`() {
        let first = request(1, .oldestWins)
        let second = request("a", .oldestWins)
        #expect(second == .refused)
        #expect(ledger.count == 1)
        ledger.end(first[0])
        let third = request("a", .oldestWins).number
        #expect(third?.order == 2)
    }

    @Test mutating func `a queue lets one after the other begin, in order`() {
        let numbers = request(3, .queue)
        let first = ledger.end(numbers[0]).open
        #expect(first == [numbers[1]])
        let second = ledger.end(numbers[1]).open
        #expect(second == [numbers[2]])
        let third = ledger.end(numbers[2]).open
        #expect(third.isEmpty && ledger.isEmpty)
    }

    @Test mutating func `of many that wait, each begins in its turn`() {
        let numbers = request(100, .queue)
        var begun = [numbers[0]]
        while let last = begun.last, begun.count < 200 {
            let next = ledger.end(last).open
            if next.isEmpty { break }
            begun += next
        }
        #expect(begun == numbers)
        #expect(ledger.isEmpty)
    }

    @Test mutating func `as many as allowed run at once, and the next when one has ended`() {
        let numbers = request(5, .atMost(2))
        let first = ledger.end(numbers[1]).open
        #expect(first == [numbers[2]])
        let second = ledger.end(numbers[0]).open
        #expect(second == [numbers[3]])
    }

    @Test
    mutating func `the oldest makes room with all its parts, and one that waited goes before the newest`() {
        let numbers = request(2, .atMost(2))
        let part = ledger.begin(identifiers: ["a", AnyHashable(numbers[0])], lifetime: root)
        let third = request("a", .atMost(2, whenFull: .cancelOldest))
        guard case .begins(let number, let commands) = third else {
            Issue.record("It begins: \(third)")
            return
        }
        #expect(commands == EffectCommands(cancel: [numbers[0], part]))
        #expect(number.order == 4)
    }

    @Test mutating func `those that waited before the newest begin with it, where it makes room for them`() {
        let numbers = request(3, .atMost(2))
        let fourth = request("a", .atMost(2, whenFull: .cancelOldest))
        let commands = EffectCommands(cancel: [numbers[0], numbers[1]], open: [numbers[2]])
        #expect(fourth == .begins(fourth.number ?? numbers[0], after: commands))
        let next = request(1, .atMost(2))
        let opened = ledger.end(numbers[2]).open
        #expect(opened == next, "The third was running")
    }

    @Test mutating func `one that waited and is the oldest by then is cancelled, and does not begin`() {
        let numbers = request(3, .queue)
        let newest = request("a", .newestWins)
        #expect(newest == .begins(newest.number ?? numbers[0], after: EffectCommands(cancel: numbers)))
    }

    @Test mutating func `the newest that waits takes the place of the one that waited`() {
        let policy = EffectPolicy.atMost(1, whenFull: .queueLatest)
        let running = request(1, policy)
        guard case .waits(let second, let nothing) = request("a", policy) else {
            Issue.record("The second waits")
            return
        }
        #expect(nothing == EffectCommands())
        let gate = ledger.begin(identifiers: ["a", AnyHashable(second)], lifetime: root)
        let third = request("a", policy)
        #expect(third == .waits(third.number ?? second, after: EffectCommands(cancel: [second, gate])))
        let released = ledger.end(running[0]).open
        #expect(released == [third.number])
    }

    @Test mutating func `cancelling an identifier drops those that wait, and lets none begin`() {
        let numbers = request(3, .queue)
        let cancellation = ledger.cancel("a", within: root)
        #expect(cancellation.cancel == numbers)
        #expect(cancellation.open.isEmpty && ledger.isEmpty)
    }

    @Test mutating func `one that was cancelled for another reason makes room`() {
        let first = ledger.request("a", policy: .queue, identifiers: ["b", "a"], lifetime: root).number
        let second = request(1, .queue)
        let cancellation = ledger.cancel("b", within: root)
        #expect(cancellation.cancel == [first])
        #expect(cancellation.open == second)
    }

    @Test mutating func `one that has ended while it waits does not begin`() {
        let numbers = request(3, .queue)
        ledger.end(numbers[1])
        let released = ledger.end(numbers[0]).open
        #expect(released == [numbers[2]])
    }

    @Test mutating func `identifiers and pieces of state are counted apart`() {
        _ = request(1, .queue)
        let other = request("b", .oldestWins)
        #expect(other != .refused)
        let key = EffectLifetime.Key(link: ObjectIdentifier(root), element: 1)
        let child = root.child(key) { EffectLifetime(parent: root, key: key) }
        let inChild = ledger.request("a", policy: .oldestWins, identifiers: ["a"], lifetime: child)
        #expect(inChild != .refused)
    }

    @Test mutating func `the end of everything lets nothing begin`() {
        let numbers = request(3, .queue)
        let all = ledger.cancelAll()
        #expect(all == EffectCommands(cancel: numbers))
        #expect(ledger.isEmpty)
    }
}

extension EffectAdmission {
    /// The number of an effect that was not refused.
    var number: EffectNumber? {
        switch self {
        case .begins(let number, _), .waits(let number, _): number
        case .refused: nil
        }
    }
}
