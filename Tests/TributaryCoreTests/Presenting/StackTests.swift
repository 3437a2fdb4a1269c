// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryPresenting

/// A stack as a value.
@Suite("A stack of pages", .timeLimit(.minutes(30)))
struct StackTests {}

extension StackTests {
    @Test func `counts its pages, and gives no number twice`() {
        var stack: Stack<String> = []
        var pushed = [stack.append("a"), stack.append("b")]
        #expect(stack.ids == [0, 1] && Array(stack) == ["a", "b"])
        let popped = stack.pop()
        #expect(popped == "b")
        pushed.append(stack.append("c"))
        #expect(pushed == [0, 1, 2] && stack.ids == [0, 2])
        stack.removeAll()
        stack.append(contentsOf: ["d", "e"])
        #expect(stack.ids == [3, 4] && stack[id: 4] == "e" && stack[id: 0] == nil)
    }

    @Test func `is popped from a page, to a page and by one`() {
        let full: Stack = ["a", "b", "c", "d"]
        var stack = full
        var isThere = stack.pop(from: 2)
        #expect(isThere && stack.ids == [0, 1])
        stack = full
        isThere = stack.pop(to: 1)
        #expect(isThere && stack.ids == [0, 1])
        isThere = stack.pop(to: 1)
        #expect(isThere && stack.ids == [0, 1])
        stack = full
        let removed = stack.remove(id: 1)
        #expect(removed == "b" && stack.ids == [0, 2, 3])
        let popped = stack.pop()
        #expect(popped == "d" && stack.last == "c")
    }

    @Test func `ignores numbers without a page, and a pop at the root`() {
        var stack: Stack = ["a"]
        let results = [stack.pop(from: 7), stack.pop(to: 7), stack.remove(id: 7) != nil]
        #expect(results == [false, false, false])
        stack[id: 7] = nil
        stack[id: 7]?.append("x")
        #expect(stack == ["a"])
        let popped = [stack.pop(), stack.pop()]
        #expect(popped == ["a", nil] && stack.ids.isEmpty)
        let isThere = stack.pop(from: 0)
        #expect(!isThere)
    }

    @Test func `takes a state for a number, and counts on from there`() {
        var stack: Stack = ["a"]
        stack[id: 0] = "A"
        stack[id: 4] = "e"
        let next = stack.append("f")
        #expect(next == 5 && stack.ids == [0, 4, 5])
        stack[id: 4] = nil
        #expect(Array(stack) == ["A", "f"])
        stack[id: StackElementID(rawValue: .max)] = "last"
        let afterLast = stack.append("g")
        #expect(afterLast == 6 && stack.count == 4)
    }

    @Test func `is equal to one with the same pages and numbers`() {
        var stack: Stack = ["a", "b"]
        #expect(stack == ["a", "b"] && stack.hashValue == Stack(["a", "b"]).hashValue)
        stack.pop()
        stack.append("b")
        #expect(stack != ["a", "b"] && Array(stack) == ["a", "b"])
    }

    @Test(arguments: everyStack)
    func `is decoded with its numbers, and continues like the encoded one`(stack: Stack<String>) throws {
        var stack = stack
        var decoded = try JSONDecoder().decode(Stack<String>.self, from: JSONEncoder().encode(stack))
        #expect(decoded == stack && decoded.ids == stack.ids)
        #expect(decoded.append("next") == stack.append("next"))
        #expect(decoded == stack)
    }

    @Test func `is coded as its pages by their numbers, and the next number`() throws {
        var stack: Stack = ["a", "b"]
        stack.pop()
        stack.append("c")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let code = #"{"next":3,"pages":[{"id":0,"state":"a"},{"id":2,"state":"c"}]}"#
        #expect(String(decoding: try encoder.encode(stack), as: UTF8.self) == code)
    }

    @Test func `is decoded from an array, too, as a deep link has it`() throws {
        let stack = try JSONDecoder().decode(Stack<String>.self, from: Data(#"["a", "b"]"#.utf8))
        #expect(stack == ["a", "b"])
        let id = try JSONDecoder().decode([StackElementID].self, from: Data("[3]".utf8))
        #expect(id == [3])
    }

    @Test(
        "is not decoded from data that is not a stack",
        arguments: [
            (
                #"{"next":3,"pages":[{"id":1,"state":"a"},{"id":1,"state":"b"}]}"#,
                "two pages with the identifier 1"
            ),
            (
                #"{"next":1,"pages":[{"id":3,"state":"a"}]}"#,
                "next page cannot have the number 1, but 4 at least"
            ),
            (#"{"next":-1,"pages":[]}"#, "next page cannot have the number -1, but 0 at least"),
            (#"{"pages":[]}"#, "next"),
            (#"{"next":1}"#, "pages"),
            (#"["a", 1]"#, "String"),
        ]
    )
    func undecodable(json: String, reason: String) {
        #expect {
            try JSONDecoder().decode(Stack<String>.self, from: Data(json.utf8))
        } throws: { error in
            "\(error)".contains(reason)
        }
    }

    @Test func `is printed with the numbers`() {
        var stack: Stack = ["a", "b"]
        stack.pop(from: 0)
        stack.append("c")
        #expect("\(stack)" == "[2: c]" && "\(Stack<Int>())" == "[:]")
        #expect(stack.customMirror.displayStyle == .dictionary && stack.customMirror.children.count == 1)
    }

    @Test func `returns the page to pop for a view, or nothing`() {
        let stack: Stack = ["a", "b", "c"]
        #expect(stack.lowestPage(above: [0, 1]) == 2)
        #expect(stack.lowestPage(above: []) == 0)
        #expect(stack.lowestPage(above: [0, 1, 2]) == nil)
        #expect(stack.lowestPage(above: [0, 7]) == nil)
        #expect(stack.lowestPage(above: [0, 1, 2, 3]) == nil)
        #expect(Stack<Int>().lowestPage(above: [0]) == nil)
    }

    @Test func `changes its pages in place`() {
        var stack: Stack = [Array(repeating: 0, count: 1_000), [1]]
        func place() -> UnsafePointer<Int>? { stack[0].withUnsafeBufferPointer(\.baseAddress) }
        let before = place()
        stack[id: 0]?[3] = 3
        stack[0][4] = 4
        #expect(place() == before && stack[id: 0]?[3...4] == [3, 4])
        stack.append([])
        #expect(stack[id: 1] == [1] && stack.ids == [0, 1, 2])
    }
}

private let everyStack: [Stack<String>] = {
    var popped: Stack = ["a", "b", "c"]
    popped.pop(to: 0)
    var removed = popped
    removed.append("d")
    removed.remove(id: 0)
    var empty = popped
    empty.removeAll()
    var named = popped
    named[id: 7] = "h"
    named[id: StackElementID(rawValue: .max)] = "last"
    return [[], ["a", "b"], popped, removed, empty, named]
}()
