// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryLog

@Suite(.timeLimit(.minutes(30)))
struct LocalMailTests {
    @Test func `the age of a node is how long ago its description changed`() {
        let mail = LocalMail()
        func meet(_ contents: [UInt8]?, at time: Int) -> [Duration] {
            let node = contents.map { MailboxNode(name: "n", contents: $0) }
            return mail.meet(node, within: .seconds(30), at: LogTime(milliseconds: time)).map(\.age)
        }
        #expect(meet([1], at: 1_000) == [.zero])
        #expect(meet([1], at: 3_000) == [.seconds(2)])
        #expect(meet([2], at: 5_000) == [.zero])
        #expect(meet(nil, at: 6_500) == [.milliseconds(1_500)])
        #expect(meet(nil, at: 36_000) == [])
    }

    @Test func `a message that is put again takes the place of the first`() {
        var table = MessageTable()
        for contents in [1, 2] as [UInt8] {
            let message = MailboxMessage(to: "s", id: "a", at: "n", contents: [contents])
            table.apply([.put(message)], at: LogTime(milliseconds: 0))
        }
        #expect(table.messages().map(\.contents) == [[2]])
        table.apply([.cancel(store: "s", id: "a")], at: LogTime(milliseconds: 0))
        #expect(table.isEmpty)
    }

    @Test func `a message is delivered when it is due, and not before`() {
        var table = MessageTable()
        var message = MailboxMessage(to: "s", id: "a", at: "n", contents: [])
        message.due = LogTime(milliseconds: 5)
        table.apply([.put(message)], at: LogTime(milliseconds: 0))
        func delivery(at time: Int) -> MailboxDelivery {
            table.delivery(to: "n", without: [], limit: 10, at: LogTime(milliseconds: time))
        }
        #expect(delivery(at: 3) == MailboxDelivery(messages: [], answers: [], nextDue: .milliseconds(2)))
        #expect(delivery(at: 5).messages.map(\.id) == ["a"])
    }
}
