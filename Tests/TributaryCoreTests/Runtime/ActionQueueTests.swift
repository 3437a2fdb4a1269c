// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore

@Suite(.timeLimit(.minutes(30)))
struct ActionQueueTests {
    @Test func `actions come out in the order they went in, however the two are mixed`() {
        var queue = ActionQueue<Int>()
        var model: [Int] = []
        var generator = SplitMix(seed: 7)
        var next = 0
        for _ in 0..<20_000 {
            if generator.next() % 5 < 3 {
                queue.append(next, origin: .store, group: nil)
                model.append(next)
                next += 1
            } else {
                let expected = model.isEmpty ? nil : model.removeFirst()
                let action = queue.popFirst().map { queue.action(of: $0) }
                #expect(action == expected)
            }
            #expect(queue.isEmpty == model.isEmpty)
        }
    }

    @Test func `an emptied queue is empty, and can be filled again`() {
        var queue = ActionQueue<Int>()
        for number in 0..<5_000 { queue.append(number, origin: .store, group: nil) }
        _ = queue.popFirst()
        queue.removeAll()
        #expect(queue.isEmpty)
        let nothing = queue.popFirst()
        #expect(nothing?.origin == nil)
        queue.append(1, origin: .store, group: nil)
        let action = queue.popFirst().map { queue.action(of: $0) }
        #expect(action == 1)
    }
}

/// A small generator with a seed, so that a failing run can be repeated.
struct SplitMix: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var value = seed
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
