// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TributaryInspector

@Suite("JSON", .timeLimit(.minutes(30)))
struct JSONTests {
    @Test func `is read and written unchanged, with the order of its fields`() throws {
        let text = #"{"b":[1,-2,3.5,true,false,null],"a":{"text":"a\"\\\n\u0001é😀"},"":{}}"#
        #expect(try JSON(parsing: text.utf8).text == text)
    }

    @Test func `reads escapes, halves of pairs among them`() throws {
        #expect(try JSON(parsing: #""\ud83d\ude00\u00e9\/\t\b""#.utf8) == "😀é/\t\u{8}")
        #expect(try JSON(parsing: #""\ud83dx""#.utf8) == "\u{fffd}x")
    }

    @Test(arguments: [
        ("", "the text ends too early (at byte 0)"),
        (#"{"a":1"#, "the text ends too early (at byte 6)"),
        (#"["a","#, "the text ends too early (at byte 5)"),
        (#""a"#, "the text ends too early (at byte 2)"),
        (#"{"a" 1}"#, "a colon was expected (at byte 5)"),
        ("[1 2]", "a comma or “]” was expected (at byte 3)"),
        ("{1:2}", "a name was expected (at byte 1)"),
        ("nul", "the text ends too early (at byte 3)"),
        ("hello", "a value was expected (at byte 0)"),
        ("[1] 2", "something follows the end (at byte 4)"),
        (#""\x""#, "no such escape (at byte 3)"),
    ])
    func `reports the place of an error`(text: String, complaint: String) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text.utf8) }
        #expect(error?.description == complaint)
    }

    @Test func `refuses values that are nested too deeply, instead of overflowing the stack`() {
        let text = String(repeating: "[", count: 100_000)
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text.utf8) }
        #expect(error?.reason == "it is nested deeper than 512 levels")
    }

    @Test func `keeps numbers that do not fit into an Int`() throws {
        #expect(try JSON(parsing: "9223372036854775808".utf8) == .number(9_223_372_036_854_775_808))
        #expect(try JSON(parsing: "9223372036854775807".utf8) == .integer(.max))
    }
}
