// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct ActionQueueTests {
    @Test func `actions come out in the order they went in, however the two are mixed`() {
        var queue = ActionQueue<Int>()
        var model: [Int] = []
        var generator = SeededGenerator(seed: 7)
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
