// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Children that an action finds by the index of its case; the laws of composing are tested by the engine's comparison,
/// in which some children are found so and others are asked.
@Suite("Children that are found by an index", .timeLimit(.minutes(30)))
@MainActor
struct VisitedChildTests {}

extension VisitedChildTests {
    struct State: Equatable {
        var seen: [String] = []
        var rows: IdentifiedArray<Int, Row> = []
    }

    struct Row: Identifiable, Equatable {
        let id: Int
        var count = 0
    }

    enum Leaf: Equatable { case note, follow }

    enum Action: Equatable, CasePathable {
        case first(Leaf), second(Leaf), third(Leaf), far(Leaf), more(Leaf), lost(Leaf), rows(
            IdentifiedAction<Int, Leaf>
        )

        struct AllCasePaths: Sendable {
            var first: CasePath<Action, Leaf> { path(0, Action.first) }
            var second: CasePath<Action, Leaf> { path(1, Action.second) }
            var third: CasePath<Action, Leaf> { path(nil, Action.third) }
            var askedFirst: CasePath<Action, Leaf> { path(nil, Action.first) }
            var far: CasePath<Action, Leaf> { path(100, Action.far) }
            var more: CasePath<Action, Leaf> { path(2, Action.more) }
            var rows: CasePath<Action, IdentifiedAction<Int, Leaf>> {
                CasePath(index: 3, embed: Action.rows) {
                    if case .rows(let action) = $0 { action } else { nil }
                }
            }

            private func path(
                _ index: Int?,
                _ embed: @escaping @Sendable (Leaf) -> Action
            ) -> CasePath<Action, Leaf> {
                CasePath(index: index, embed: embed) { action in
                    [Leaf.note, .follow].first { embed($0) == action }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }

        static func caseIndex(of value: Self) -> Int? {
            switch value {
            case .first: 0
            case .second: 1
            case .third: nil
            case .far: 100
            case .more: 2
            case .lost: -1
            case .rows: 3
            }
        }
    }

    /// Records that it ran, and sends the parent's action again if configured.
    private struct Noting: Reducer {
        let name: String
        func reduce(into state: inout [String], action: Leaf) -> Effect<Leaf> {
            state.append(name)
            return action == .follow ? .send(.note) : .none
        }
    }

    private struct Parent: Reducer {
        let name: String
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            state.seen.append(name)
            return .none
        }
    }

    private func seen(
        _ actions: Action...,
        @ReducerBuilder<State, Action> by reducer: () -> AnyReducer<State, Action>
    ) -> [String] {
        let store = Store(initialState: State(), reducer: reducer)
        for action in actions { store.send(action) }
        return store.state.seen
    }

    @Test func `run in the order in which they are written, parents in between`() {
        let seen = seen(.first(.note), .second(.note)) {
            Parent(name: "before")
            Scope(state: \.seen, action: \.second) { Noting(name: "second") }
            Scope(state: \.seen, action: \.first) { Noting(name: "first") }
            Parent(name: "between")
            Scope(state: \.seen, action: \.first) { Noting(name: "first again") }
            Parent(name: "after")
        }
        #expect(
            seen == [
                "before", "first", "between", "first again", "after", "before", "second", "between", "after",
            ]
        )
    }

    @Test func `run one after the other if they are on one case`() {
        let seen = seen(.first(.follow)) {
            Scope(state: \.seen, action: \.first) { Noting(name: "a") }
            Scope(state: \.seen, action: \.second) { Noting(name: "no") }
            Scope(state: \.seen, action: \.first) { Noting(name: "b") }
            Scope(state: \.seen, action: \.first) { Noting(name: "c") }
        }
        // Each sends it once more.
        #expect(seen == ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c"])
    }

    @Test func `run before one that is tried in turn below, and after one above`() {
        let seen = seen(.first(.follow), .third(.note)) {
            Scope(state: \.seen, action: \.askedFirst) { Noting(name: "asked above") }
            Scope(state: \.seen, action: \.first) { Noting(name: "found") }
            Scope(state: \.seen, action: \.askedFirst) { Noting(name: "asked below") }
            Scope(state: \.seen, action: \.third) { Noting(name: "without index") }
        }
        let round = ["asked above", "found", "asked below"]
        #expect(seen == round + round + round + round + ["without index"])
    }

    @Test func `are found at any index`() {
        let seen = seen(.far(.follow)) { Scope(state: \.seen, action: \.far) { Noting(name: "far") } }
        #expect(seen == ["far", "far"])
        #expect(self.seen(.far(.note)) { Scope(state: \.seen, action: \.first) { Noting(name: "no") } } == [])
    }

    @Test func `are not found by an index below zero, or above all others`() {
        for action in [Action.lost(.note), .far(.note)] {
            let seen = seen(action, .more(.note)) {
                Scope(state: \.seen, action: \.first) { Noting(name: "no") }
                Scope(state: \.seen, action: \.second) { Noting(name: "no") }
                Scope(state: \.seen, action: \.more) { Noting(name: "more") }
                EmptyReducer<State, Action>().forEach(\.rows, action: \.rows) {
                    Update { (_: inout Row, _: Leaf) in }
                }
                Parent(name: "parent")
            }
            #expect(seen == ["parent", "more", "parent"])
        }
    }

    @Test func `are rows, whose effects send to the row`() {
        struct Counting: Reducer {
            func reduce(into state: inout Row, action: Leaf) -> Effect<Leaf> {
                state.count += 1
                return action == .follow ? .send(.note) : .none
            }
        }
        let rows: IdentifiedArray<Int, Row> = [Row(id: 1), Row(id: 2)]
        let store = Store(initialState: State(rows: rows)) {
            Parent(name: "parent").forEach(\.rows, action: \.rows) { Counting() }
        }
        store.send(.rows(.element(id: 2, action: .follow)))
        #expect(store.state == State(seen: ["parent", "parent"], rows: [Row(id: 1), Row(id: 2, count: 2)]))
    }

    /// A long list is run by a loop, so that the stack is not as deep as the list is long.
    @Test func `and more steps than are nested run in order`() {
        let names = (0..<100).map { "\($0)" }
        let seen = seen(.first(.follow)) {
            for name in names {
                Scope(state: \.seen, action: \.first) { Noting(name: name) }
                Parent(name: "parent \(name)")
            }
        }
        let round = names.flatMap { [$0, "parent \($0)"] }
        #expect(Array(seen.prefix(200)) == round)
        #expect(seen.count == 200 * 101)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `stop the program if a path has an index and its enum has none`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            enum Silent: CasePathable {
                case leaf(Leaf)
                struct AllCasePaths: Sendable {
                    subscript(index: Int) -> CasePath<Silent, Leaf> {
                        CasePath(index: index, embed: Silent.leaf) { action in
                            switch action {
                            case .leaf(let leaf): leaf
                            }
                        }
                    }
                }
                static var allCasePaths: AllCasePaths { AllCasePaths() }
            }
            let machine = Machine(initialState: State()) {
                for index in 0..<4 {
                    Scope(state: \.seen, action: \Silent.AllCasePaths[index]) { Noting(name: "no") }
                }
            }
            machine.send(.leaf(.note))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains("has a path with an index, and no `caseIndex` that returns the index of its case.")
        )
    }
    #endif
}
