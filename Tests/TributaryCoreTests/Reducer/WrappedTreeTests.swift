// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private enum UnitKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    fileprivate var unit: Int {
        get { self[UnitKey.self] }
        set { self[UnitKey.self] = newValue }
    }
}

/// The context of a wrapped reducer and of its wrapper in a tree: dependencies, and repeated wrapping.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct WrappedTreeTests {
    private let diagnostics = DiagnosticRecorder()
}

extension WrappedTreeTests {
    private enum Adding { case add, addLater, added(Int) }

    private struct Adder: Reducer {
        @Dependency(\.unit) var unit

        var body: some Reducer<Int, Adding> {
            Reduce { state, action in
                switch action {
                case .add: state += unit
                case .addLater: return .run { send in await send(.added(unit)) }
                case .added(let amount): state += amount
                }
                return .none
            }
        }
    }

    /// Adds its own unit, too.
    private struct Doubler: Reducer {
        let adder = Adder()
        @Dependency(\.unit) var unit

        var body: some Reducer<Int, Adding> {
            adder.wrapped { state, action, reduce in
                state += 1_000 * unit
                return reduce(&state, action)
            }
        }
    }

    private func sum(
        after action: Adding,
        @ReducerBuilder<Int, Adding> _ make: () -> some Reducer<Int, Adding>
    ) async -> Int {
        let store = Store(initialState: 0, reducer: make) {
            $0.unit = 10
            $0.diagnosticReporter = diagnostics.reporter
        }
        await store.send(action).finish()
        return store.state
    }

    @Test func `the wrapped reducer reads the dependencies of its place, its effects too`() async {
        for action in [Adding.add, .addLater] {
            #expect(await sum(after: action) { Adder().wrapped { $2(&$0, $1) } } == 10)
            #expect(await sum(after: action) { Adder().wrapped { $2(&$0, $1) }.dependency(\.unit, 7) } == 7)
            #expect(await sum(after: action) { Adder().dependency(\.unit, 7).wrapped { $2(&$0, $1) } } == 7)
            let early = Adder().wrapped { $2(&$0, $1) }
            #expect(await sum(after: action) { early } == 10)
            #expect(await sum(after: action) { early.dependency(\.unit, 7) } == 7)
        }
        #expect(await sum(after: .add) { Doubler() } == 10_010)
        #expect(await sum(after: .add) { Doubler().dependency(\.unit, 7) } == 7_007)
        let early = Doubler()
        #expect(await sum(after: .add) { early } == 10_010)
        #expect(diagnostics.identifiers == [])
    }

    /// A feature that contains itself, wrapped.
    private struct Nest: Reducer {
        let log: EventLog

        var body: some Reducer<Folder.State, Folder.Action> {
            Reduce { state, action in
                switch action {
                case .visit: state.visits += 1
                case .visitLater: return .run { send in await send(.visit) }
                case .folders: break
                }
                return .none
            }
            .forEach(\.folders, action: \.folders) {
                Nest(log: log)
                    .wrapped { folder, action, reduce in
                        log("\(folder.id)")
                        return reduce(&folder, action)
                    }
            }
        }
    }

    @Test func `a feature that contains itself is wrapped at every depth`() async {
        let depth = 50
        let log = EventLog()
        let store = Store(initialState: Folder.State.nested(depth: depth)) { Nest(log: log) }
        store.send(.visit(depth: depth))
        #expect(log.events == (1...depth).map { "\($0)" })
        let later = (1...depth).reversed().reduce(Folder.Action.visitLater) {
            .folders(.element(id: $1, action: $0))
        }
        await store.send(later).finish()
        #expect(store.withState(\.innermostVisits) == 2)
    }
}
