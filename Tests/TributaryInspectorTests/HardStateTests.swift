// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import Testing
import TributaryCore

@testable import TributaryInspector

@Suite("A state that is hard to show", .timeLimit(.minutes(30)))
@MainActor
struct HardStateTests {
    /// Large, deep, and cyclic values, and references to classes.
    private struct Hard: Reducer {
        struct State {
            var rows = Array(0..<1_000_000)
            var tree = (0..<500).reduce(Tree.leaf) { tree, number in .node(number, tree) }
            var ring = Ring()
            var work: @Sendable (Int) -> Int = { $0 + 1 }
            var anything: Any = [1, "two", Ring()] as [Any]
        }

        indirect enum Tree {
            case leaf
            case node(Int, Tree)
        }

        /// An object that contains itself; it is never released.
        final class Ring {
            let name = "ring"
            var next: Ring?

            init() { next = self }
        }

        enum Action {
            case replace(Int, with: Int)
            case work(@Sendable (Int) -> Int)
            case ring(Ring)
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .replace(let row, let value): state.rows[row] = value
            case .work(let work): state.work = work
            case .ring(let ring): state.ring = ring
            }
            return .none
        }
    }

    @Test func `is sent in parts, whatever the request`() async throws {
        let store = Store(initialState: Hard.State()) { Hard() }
        let inspector = try await Inspector.serve(store, name: "Hard", configuration: .testing)
        let page = try await PageClient(inspector)
        store.send(.replace(999_999, with: -1))
        store.send(.work { $0 + 2 })
        store.send(.ring(Hard.Ring()))

        let rows = try await page.ask(["ask": "rows", "store": "s1"])["rows"]?.array
        #expect(rows?.map { $0["title"] } == ["replace", "work", "ring"])
        func node(_ path: JSON, number: Int = 1, depth: Int = 1, from: Int = 0) async throws -> JSON {
            let answer = try await page.ask([
                "ask": "value", "store": "s1", "number": .integer(number), "path": path,
                "depth": .integer(depth), "from": .integer(from),
            ])
            #expect(answer.text.utf8.count < 200_000, "\(path)")
            return answer["node"] ?? .null
        }
        let newest = try await node(["rows"], from: 999_998)
        #expect(newest["count"] == 1_000_000)
        #expect(newest["children"]?.array?.map { $0["text"] } == ["999998", "-1"])
        #expect(try await node(["rows", "420000"])["text"] == "420000")
        #expect(try await node([], depth: 5)["children"]?.array?.count == 5)
        // The depth of a deep value is not limited, and that of a cyclic one is.
        let deep = JSON.array([.string("tree")] + Array(repeating: .string("node:1"), count: 499))
        #expect(try await node(deep)["text"] == ".node(0, .leaf)")
        #expect(try await node(["ring", "next", "next"])["text"] == "contains itself")
        #expect(try await node(["work"])["text"] == "(function)")
        #expect(try await node(["anything"])["count"] == 3)

        let difference: JSON = ["ask": "difference", "store": "s1", "number": 1]
        #expect(try await page.ask(difference)["changes"]?.array?.map { $0["label"] } == ["rows[999999]"])
        let text: JSON = ["ask": "text", "store": "s1", "number": 1, "path": ["tree"]]
        #expect(try await page.ask(text).text.utf8.count < 500_000)
        #expect(try await page.ask(["ask": "action", "store": "s1", "number": 3])["typed"] == nil)
        let refusal = try await page.refusal(of: ["ask": "send", "store": "s1", "text": "ring"])
        #expect(refusal?.contains("Codable") == true)
        // And the app continues.
        store.send(.replace(0, with: 5))
        #expect(try await node(["rows", "0"], number: 4)["text"] == "5")
    }
}
#endif
