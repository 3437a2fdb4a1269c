// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing

/// Bytes that break a rule, and the code that the server answers with.
struct Violation: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let code: UInt16

    var testDescription: String { "\(name): \(code)" }

    /// Bytes that break the rules, and the code that they are refused with.
    static let all: [Violation] = {
        let who = Array(FrameCoding.text(of: ClientFrame.who(room: RoomName.sample("hall"))).utf8)
        let cases: [(String, [UInt8], UInt16)] = [
            ("a frame that is not masked", RawClient.frame(who, isMasked: false), 1002),
            ("the first reserved bit", RawClient.frame(who, first: 0xc1), 1002),
            ("the last reserved bit", RawClient.frame(who, first: 0x91), 1002),
            ("a reserved opcode", RawClient.frame(who, first: 0x83), 1002),
            ("a reserved control opcode", RawClient.frame(who, first: 0x8b), 1002),
            ("a continuation of nothing", RawClient.frame(who, first: 0x80), 1002),
            ("a message within a message", RawClient.frame(who, first: 0x01) + RawClient.frame(who), 1002),
            ("a ping in pieces", RawClient.frame([], first: 0x09), 1002),
            ("a ping that is too long", RawClient.frame(Array(repeating: 0, count: 126), first: 0x89), 1002),
            ("a close frame of one byte", RawClient.frame([3], first: 0x88), 1002),
            (
                "a close frame with a code that is never sent", RawClient.frame([0x03, 0xee], first: 0x88),
                1002
            ),
            ("a close frame that is not UTF-8", RawClient.frame([0x03, 0xe8, 0xff], first: 0x88), 1007),
            ("text that is not UTF-8", RawClient.frame([0x22, 0xc3, 0x28, 0x22]), 1007),
            ("half a character", RawClient.frame([0xe2, 0x82]), 1007),
            ("a binary message", RawClient.frame(who, first: 0x82), 1003),
            ("a megabyte", RawClient.frame(Array(repeating: 0x20, count: 1 << 20)), 1009),
            ("the announcement of an exabyte", [0x81, 0xff, 0x0f, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], 1009),
            (
                "a megabyte in pieces",
                RawClient.frame(Array(repeating: 0x20, count: 8192), first: 0x01)
                    + (0..<128).flatMap { _ in
                        RawClient.frame(Array(repeating: 0x20, count: 8192), first: 0x00)
                    },
                1009
            ),
            ("no JSON", RawClient.frame(Array("hello".utf8)), 4400),
            ("an unknown action", RawClient.frame(Array(#"{"type":"shutdown"}"#.utf8)), 4400),
            ("a field too many", RawClient.frame(Array(#"{"type":"who","room":"a","x":1}"#.utf8)), 4400),
            ("an action of members", RawClient.frame(who), 4401),
        ]
        return cases.map { Violation(name: $0, bytes: $1, code: $2) }
    }()
}
