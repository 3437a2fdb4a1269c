// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ChatServer

@Suite("The stranger to dismiss when there are too many", .timeLimit(.minutes(30)))
struct StrangersTests {
    @Test("None, while there is room")
    func room() {
        var strangers = Strangers(limit: 3, limitOfAddress: 2)
        #expect(strangers.enter(1, from: "a") == nil)
        #expect(strangers.enter(2, from: "a") == nil)
        #expect(strangers.enter(3, from: "b") == nil)
    }

    @Test("The oldest silent one of the same address, and only then one that has sent a message")
    func sameAddress() {
        var strangers = Strangers(limit: 9, limitOfAddress: 3)
        for number in 1...3 { _ = strangers.enter(number, from: "a") }
        _ = strangers.enter(4, from: "b")
        strangers.speak(1)
        #expect(strangers.enter(5, from: "a") == 2)
        strangers.speak(3)
        #expect(strangers.enter(6, from: "a") == 5)
        strangers.speak(6)
        #expect(strangers.enter(7, from: "a") == 1)
    }

    @Test("The oldest of the address that has the most, when others have few")
    func crowd() {
        var strangers = Strangers(limit: 4, limitOfAddress: 4)
        _ = strangers.enter(1, from: "few")
        for number in 2...4 { _ = strangers.enter(number, from: "many") }
        #expect(strangers.enter(5, from: "new") == 2)
        // Now "many" and "new" would have two each; whichever goes, it is not the only one of "few".
        let next = strangers.enter(6, from: "new")
        #expect(next == 3 || next == 5)
        let isHere = strangers.leave(1)
        #expect(isHere)
    }

    @Test("None again, after one has left or signed in")
    func leaving() {
        var strangers = Strangers(limit: 2, limitOfAddress: 2)
        for number in 1...2 { _ = strangers.enter(number, from: "a") }
        let left = [strangers.leave(1), strangers.leave(1)]
        #expect(left == [true, false])
        #expect(strangers.enter(3, from: "a") == nil)
        #expect(strangers.enter(4, from: "a") == 2)
    }

    @Test("A hundred thousand that come and go leave nothing behind, and never exceed the limit")
    func counts() {
        var strangers = Strangers(limit: 8, limitOfAddress: 4)
        var here: Set<Int> = []
        for number in 0..<100_000 {
            if let gone = strangers.enter(number, from: "\(number % 7)") {
                #expect(here.remove(gone) != nil)
            }
            here.insert(number)
            #expect(here.count <= 8)
        }
        let left = here.map { strangers.leave($0) }
        #expect(!left.contains(false))
        #expect(strangers.enter(100_000, from: "0") == nil)
    }
}
