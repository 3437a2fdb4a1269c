// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms

@testable import TributaryInspector

@Suite("Values by reflection", .timeLimit(.minutes(30)))
struct ReflectedValueTests {
    private struct Account {
        @Secret var password: String
        var name: String
    }

    /// Reveals its hidden value if it is asked to describe itself.
    private struct Talkative: CustomStringConvertible {
        @Secret var password: String
        var description: String { "the password is \(password)" }
    }

    /// The same, of more than are looked at.
    private struct Crowd: CustomStringConvertible {
        var members: [Account]
        var description: String { members.map(\.password).joined() }
    }

    private final class Knot {
        var next: Knot?
        var name = "knot"
    }

    private enum Shape {
        case none
        case circle(radius: Double)
        case named(String)
        indirect case group([Shape])
    }

    @Test func `shows structs, cases, collections, and optionals`() {
        let text = { (value: Any) in ReflectedValue(value).text }
        #expect(text(Account(password: "x", name: "Ada")) == #"Account(password: •••, name: "Ada")"#)
        #expect(text(Shape.none) == ".none")
        #expect(text(Shape.circle(radius: 2)) == ".circle(radius: 2.0)")
        #expect(text(Shape.named("a")) == #".named("a")"#)
        #expect(text([1, 2, 3]) == "[3 elements]")
        #expect(text([1: 2]) == "[1 entry]")
        #expect(text(Int?.none as Any) == "nil")
        #expect(text(Int??.some(.some(5)) as Any) == "5")
        #expect(text({ () -> Int in 1 }) == "(function)")
    }

    @Test func `shows no secret, however deep it is and whatever reveals it`() {
        let hidden = "tell-nobody"
        let values: [Any] = [
            Account(password: hidden, name: "Ada"), Talkative(password: hidden),
            [Talkative(password: hidden)], ["key": Account(password: hidden, name: "")],
            Shape.group([]), Secret(wrappedValue: hidden),
            [[[Talkative(password: hidden)]]],
            Crowd(members: Array(repeating: Account(password: hidden, name: ""), count: 300)),
        ]
        for value in values {
            let reflected = ReflectedValue(value)
            #expect(!"\(reflected.node(depth: 9))".contains(hidden))
            #expect(!reflected.wholeText(limit: 1_000).text.contains(hidden))
            var writer = SessionValue()
            #expect(!writer.json(of: value).text.contains(hidden))
            #expect(!SwiftText.of(value).contains(hidden))
            #expect(!"\(ReflectedValue.title(of: value))".contains(hidden))
        }
        let change = ValueDifference(
            from: Account(password: "old-secret", name: "a"),
            to: Account(password: hidden, name: "a"),
            limit: 9
        )
        #expect(!"\(History<Int, Int>.answer(change))".contains(hidden))
    }

    @Test func `finds the value at a path, and makes only the requested parts`() throws {
        let rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Garden.Plant(id: $0, name: "p\($0)") })
        let state = Garden.State(plants: rows, visits: ["b": 1, "a": 2])
        let node = try #require(
            ReflectedValue.find(["plants"], in: state)?.node(depth: 2, from: 500, count: 2)
        )
        #expect(node.count == 1_000)
        #expect(node.from == 500)
        let children = try #require(node.children)
        #expect(children.map(\.label) == ["[id: 500]", "[id: 501]"])
        let step = children[1].step
        #expect(ReflectedValue.find(["plants", step, "name"], in: state)?.value.text == #""p501""#)
        // The element is found, too, if it has moved.
        var other = state
        _ = other.plants.remove(id: 3)
        #expect(ReflectedValue.find(["plants", step, "name"], in: other)?.value.text == #""p501""#)
        _ = other.plants.remove(id: 501)
        #expect(ReflectedValue.find(["plants", step, "name"], in: other) == nil)
        #expect(ReflectedValue.find(["visits", #""a""#], in: state)?.value.text == "2")
        #expect(ReflectedValue.find(["nowhere"], in: state) == nil)
        // A dictionary is in order, whatever order it has.
        let entries = ReflectedValue(state.visits).parts(count: 9).map(\.label)
        #expect(entries == [#""a""#, #""b""#])
    }

    @Test func `reports an object that contains itself`() {
        let knot = Knot()
        knot.next = knot
        let node = ReflectedValue.find(["next", "next"], in: knot)?.node(depth: 3)
        #expect(node?.kind == .cut)
        #expect(node?.text == "contains itself")
        var writer = SessionValue()
        #expect(writer.json(of: knot)["next"] == "↺ Knot")
        knot.next = nil
    }

    @Test func `shows a part of a million rows without making the others`() throws {
        let rows = Array(0..<1_000_000)
        let node = ReflectedValue(rows).node(depth: 1, from: 999_998, count: 100)
        #expect(node.count == 1_000_000)
        #expect(node.children?.map(\.text) == ["999998", "999999"])
        #expect(ReflectedValue.find(["999999"], in: rows)?.value.text == "999999")
    }

    @Test func `cuts long texts, and returns whole ones on request`() {
        let text = String(repeating: "é", count: 10_000)
        #expect(ReflectedValue(text).text.count == 203)
        #expect(ReflectedValue(text).wholeText(limit: 20_000).text == text)
        #expect(ReflectedValue(text).wholeText(limit: 100).isCut)
    }

    @Test func `names actions by their cases`() {
        let title = { (action: Any) in
            let title = ReflectedValue.title(of: action)
            return "\(title.title)|\(title.detail)"
        }
        #expect(title(Garden.Action.plant(.rename(id: 1, "Oak"))) == #"plant.rename|id: 1, "Oak""#)
        #expect(title(Garden.Action.grow) == "grow|")
        #expect(title(Garden.Action.add(by: 3)) == "add|by: 3")
        #expect(title("hello") == "hello|")
        #expect(title(["type": "a/b", "payload": 5] as JSON) == "a/b|payload: 5")
        #expect(title(Row.rows(.element(id: 3, action: .grow))) == "rows[3].grow|")
    }

    private enum Row { case rows(IdentifiedAction<Int, Garden.Action>) }
}
