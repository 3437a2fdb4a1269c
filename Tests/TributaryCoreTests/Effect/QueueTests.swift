// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Actions wait first in, first out.
@Suite(.timeLimit(.minutes(30)))
struct QueueTests {}

extension QueueTests {
    /// How many actions follow from one: now none, now a few, now many.
    private static func followerCount(of action: Int) -> Int {
        var generator = SeededGenerator(seed: UInt64(action))
        if action == 0 { return 100 }
        return generator.next() % 100 == 0 ? 150 : Int(generator.next() % 3)
    }

    @Test(arguments: [1, 2_000])
    func `actions are reduced in the order in which they were sent, however the two are mixed`(first: Int) {
        let limit = 20_000
        var (model, waiting, last) = ([Int](), Array(0..<first), first - 1)
        while !waiting.isEmpty {
            let action = waiting.removeFirst()
            model.append(action)
            for _ in 0..<Self.followerCount(of: action) where last < limit {
                last += 1
                waiting.append(last)
            }
        }
        var sent = first - 1
        let machine = Machine(initialState: [Int]()) {
            Reduce { (state: inout [Int], action: Int) in
                state.append(action)
                var effect = Effect<Int>.none
                for _ in 0..<Self.followerCount(of: action) where sent < limit {
                    sent += 1
                    effect = effect.merge(with: .send(sent))
                }
                return effect
            }
        }
        machine.send(contentsOf: 0..<first)
        #expect(machine.state == model)
        #expect(model.count > first)
    }
}
