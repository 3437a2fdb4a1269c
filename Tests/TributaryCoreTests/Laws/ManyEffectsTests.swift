// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

/// Effects under one identifier, more than are looked at one by one: those that ended are forgotten, and no others.
@Suite(.timeLimit(.minutes(30)))
struct ManyEffectsTests {
    /// A piece of state to which effects belong.
    private let place = EffectLifetime(parent: nil, key: nil)

    @Test func `cancelling an identifier cancels the effects that run under it, whichever have ended`() {
        var ledger = EffectLedger()
        let numbers = (0..<100).map { _ in ledger.begin(identifiers: ["id"], lifetime: place) }
        let ended = Set((0..<100).filter { $0 % 3 > 0 })
        for index in ended { ledger.end(numbers[index]) }
        let others = (0..<100).map { _ in ledger.begin(identifiers: ["id", "other"], lifetime: place) }
        for number in others.prefix(90) { ledger.end(number) }
        let cancelled = ledger.cancel("id", within: place).cancel
        let expected = (0..<100).filter { !ended.contains($0) }.map { numbers[$0] } + others.suffix(10)
        #expect(Set(cancelled) == Set(expected))
        #expect(ledger.isEmpty)
    }

    @Test func `effects that wait begin in order, however many were cancelled while they waited`() {
        var ledger = EffectLedger()
        let numbers = (0..<100).compactMap { _ in
            ledger.request("id", policy: .queue, identifiers: ["id"], lifetime: place).number
        }
        var waiting = Array(numbers.dropFirst())
        for number in waiting.enumerated().filter({ $0.offset % 3 > 0 }).map(\.element) {
            #expect(ledger.cancel(number).open.isEmpty)
            waiting.removeAll { $0 == number }
        }
        var running = numbers[0]
        for next in waiting {
            #expect(ledger.end(running).open == [next])
            running = next
        }
        #expect(ledger.end(running).open.isEmpty)
        #expect(ledger.isEmpty)
    }
}
