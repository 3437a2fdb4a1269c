// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A child inside a child of the same reducer type, initialized with different values.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct NestedTwinTests {
    private struct Level: Identifiable, Equatable {
        let id: Int
        var query: Int?
        var log: [String] = []
        var sheet: [Level] = []

        var inner: Level? {
            get { sheet.first }
            set { sheet = newValue.map { [$0] } ?? [] }
        }

        var rows: IdentifiedArray<Int, Level> = IdentifiedArray()

        static func nested(_ depth: Int, query: Int?) -> Level {
            var level = Level(id: depth)
            if depth == 0 { level.query = query } else { level.inner = nested(depth - 1, query: query) }
            return level
        }

        subscript(depth: Int) -> Level? {
            get { depth == 0 ? self : inner?[depth - 1] }
            set {
                if depth == 0 { if let newValue { self = newValue } } else { inner?[depth - 1] = newValue }
            }
        }
    }

    private indirect enum Action: CasePathable, Sendable {
        case inner(Action), row(Int, Action), ask(Int?), set(depth: Int, query: Int?)

        struct AllCasePaths: Sendable {
            var inner: CasePath<Action, Action> {
                CasePath(embed: Action.inner) { if case .inner(let value) = $0 { value } else { nil } }
            }
            var row: CasePath<Action, IdentifiedAction<Int, Action>> {
                CasePath(
                    embed: {
                        switch $0 {
                        case .element(let id, let action): .row(id, action)
                        }
                    },
                    extract: {
                        if case .row(let id, let action) = $0 {
                            .element(id: id, action: action)
                        } else {
                            nil
                        }
                    }
                )
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    /// A reducer that has feedback and answers changes only in the innermost of its levels.
    private struct Levels: Reducer {
        let depth: Int
        let recorder: RunRecorder

        var body: some Reducer<Level, Action> {
            Update { state, action in
                if case .set(let depth, let query) = action { state[depth]?.query = query }
            }
            if depth > 0 {
                EmptyReducer()
                    .ifLet(\.inner, action: \.inner) {
                        Levels(depth: depth - 1, recorder: recorder)
                    }
            } else {
                Update { state, action in if case .ask(let query) = action { state.query = query } }
                    .feedback(\.query) { [recorder] query, _ in
                        await recorder.run("\(query)")
                        recorder.end("\(query)")
                    }
                    .onChange(of: \.query) { _, new, state in
                        state.log.append(new.map(String.init) ?? "-")
                        return .none
                    }
            }
        }
    }

    private let recorder = RunRecorder()
}

extension NestedTwinTests {
    @Test(arguments: [1, 2, 5])
    func `only the innermost of several children of one type has a feedback, and it runs`(depth: Int) async {
        let store = Store(initialState: Level.nested(depth, query: 7)) {
            Levels(depth: depth, recorder: recorder)
        }
        await recorder.isRunning(["7"])
        store.send(.set(depth: depth, query: 8))
        await recorder.isRunning(["8"])
        #expect(store.state[depth]?.log == ["8"])
        store.send(.set(depth: depth, query: nil))
        await recorder.isRunning([])
    }

    @Test func `a reducer whose type is hidden, in another such, has its feedback`() async {
        let inner = AnyReducer(Levels(depth: 0, recorder: recorder))
        let outer = AnyReducer(
            EmptyReducer<Level, Action>().ifLet(\.inner, action: \.inner) { inner }
        )
        let store = Store(initialState: Level.nested(2, query: nil)) {
            EmptyReducer<Level, Action>().ifLet(\.inner, action: \.inner) { outer }
        }
        store.send(.inner(.inner(.ask(1))))
        await recorder.isRunning(["1"])
        store.close()
        await recorder.isRunning([])
    }

    @Test func `a row in a row of the same type has its feedback`() async {
        var state = Level(id: 0)
        var row = Level(id: 1)
        row.rows.append(Level(id: 2, query: 3))
        state.rows.append(row)
        let inner = AnyReducer(Levels(depth: 0, recorder: recorder))
        let outer = AnyReducer(
            EmptyReducer<Level, Action>().forEach(\.rows, action: \.row) { inner }
        )
        let store = Store(initialState: state) {
            EmptyReducer<Level, Action>().forEach(\.rows, action: \.row) { outer }
        }
        await recorder.isRunning(["3"])
        store.send(.row(1, .row(2, .ask(4))))
        await recorder.isRunning(["4"])
        store.close()
        await recorder.isRunning([])
    }
}
