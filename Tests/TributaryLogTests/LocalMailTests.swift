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
}
