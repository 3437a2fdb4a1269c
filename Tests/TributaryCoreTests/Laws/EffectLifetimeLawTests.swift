// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 8: effects live with their state.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectLifetimeLawTests {
    /// A child that waits at a gate, and then sends that it continued.
    private struct Waiter: Reducer {
        let gate: Gate
        enum Action { case wait, arrived, cancel }

        var body: some Reducer<Int, Action> {
            Reduce { state, action in
                switch action {
                case .wait:
                    return .run { [gate] send in
                        try? await gate.wait()
                        await send(.arrived)
                    }
                    .cancellable(id: "waiting")
                case .arrived: state += 1
                case .cancel: return .cancel(id: "waiting")
                }
                return .none
            }
        }
    }

    private struct Row: Identifiable {
        let id: Int
        var arrivals = 0
    }

    private struct Parent: Reducer {
        let gate: Gate

        struct State {
            var always = 0
            var sheet: Int?
            var screen = Screen.closed
            var rows: IdentifiedArray<Int, Row> = IdentifiedArray(uniqueElements: [Row(id: 1), Row(id: 2)])
        }

        enum Screen: CasePathable {
            case closed, open(Int)
            struct AllCasePaths: Sendable {
                var open: CasePath<Screen, Int> {
                    CasePath(
                        embed: Screen.open,
                        extract: { if case .open(let value) = $0 { value } else { nil } }
                    )
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        enum Action: CasePathable {
            case always(Waiter.Action), sheet(Waiter.Action), screen(Waiter.Action)
            case rows(IdentifiedAction<Int, Waiter.Action>)
            case set((inout State) -> Void)
            case cancel

            struct AllCasePaths: Sendable {
                var always: CasePath<Action, Waiter.Action> {
                    CasePath(
                        embed: Action.always,
                        extract: { if case .always(let value) = $0 { value } else { nil } }
                    )
                }
                var sheet: CasePath<Action, Waiter.Action> {
                    CasePath(
                        embed: Action.sheet,
                        extract: { if case .sheet(let value) = $0 { value } else { nil } }
                    )
                }
                var screen: CasePath<Action, Waiter.Action> {
                    CasePath(
                        embed: Action.screen,
                        extract: { if case .screen(let value) = $0 { value } else { nil } }
                    )
                }
                var rows: CasePath<Action, IdentifiedAction<Int, Waiter.Action>> {
                    CasePath(
                        embed: Action.rows,
                        extract: { if case .rows(let value) = $0 { value } else { nil } }
                    )
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<State, Action> {
            Scope(state: \.always, action: \.always) { Waiter(gate: gate) }
            EmptyReducer()
                .ifLet(\.sheet, action: \.sheet) { Waiter(gate: gate) }
                .ifCaseLet(\.screen.open, action: \.screen) { Waiter(gate: gate) }
                .forEach(\.rows, action: \.rows) {
                    Scope(state: \.arrivals) { Waiter(gate: gate) }
                }
            // Removes children from outside of the reducers they are attached to.
            Reduce { state, action in
                if case .set(let change) = action { change(&state) }
                if case .cancel = action { return .cancel(id: "waiting") }
                return .none
            }
        }
    }

    private let gate = Gate()
    private let recorder = DiagnosticRecorder()
}

extension EffectLifetimeLawTests {
    private func store(_ state: Parent.State = Parent.State()) -> StoreOf<Parent> {
        Store(initialState: state) {
            Parent(gate: gate)
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `law 8: effects end when an optional child is removed, in any way`() async {
        let store = store()
        store.send(.set { $0.sheet = 0 })
        let task = store.send(.sheet(.wait))
        await gate.arrival()
        store.send(.set { $0.sheet = nil })
        await task.finish()
        #expect(recorder.identifiers.isEmpty)
        store.send(.set { $0.sheet = 10 })
        #expect(store.sheet == 10)
    }

    @Test func `law 8: effects end when the enum leaves the child's case`() async {
        let store = store()
        store.send(.set { $0.screen = .open(0) })
        let task = store.send(.screen(.wait))
        await gate.arrival()
        store.send(.set { $0.screen = .closed })
        await task.finish()
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `law 8: effects end when their row is removed, and those of other rows go on`() async {
        let store = store()
        let removed = store.send(.rows(.element(id: 1, action: .wait)))
        await gate.arrival()
        let kept = store.send(.rows(.element(id: 2, action: .wait)))
        store.send(.set { $0.rows.remove(id: 1) })
        await removed.finish()
        gate.open()
        await kept.finish()
        #expect(store.rows.map(\.arrivals) == [1])
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `law 8: an effect of a child that its own action removes never starts`() async {
        let store = Store(initialState: Optional(0)) {
            Reduce { (state: inout Int?, _: Waiter.Action) in
                state = nil
                return .none
            }
            .ifLet(\.self) { Waiter(gate: gate) }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        await store.send(.wait).finish()
        #expect(store.state == nil)
        #expect(recorder.identifiers.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 8: effects end with their child, and an error that is not caught is reported`(
        kind: StoreKind
    ) async {
        let store = await kind.diary(reporter: recorder.reporter)
        await store.send(.openSheet)
        // A started effect that cannot have returned before this turn is over.
        let task = await store.send(contentsOf: [.sheet(.incrementLater), .closeSheet])
        await task.finish()
        #expect(await store.state.sheet == nil)
        #expect(recorder.identifiers.isEmpty)
        await store.send(.fail).finish()
        #expect(recorder.identifiers == [.uncaughtEffectError])
    }

    @Test func `a child's identifier is its own, and a parent's cancellation reaches its children`() async {
        let store = store()
        store.send(.set { $0.sheet = 0 })
        let sheet = store.send(.sheet(.wait))
        await gate.arrival()
        let row = store.send(.rows(.element(id: 1, action: .wait)))
        // The row cancels under the same identifier, and only its own.
        store.send(.rows(.element(id: 1, action: .cancel)))
        await row.finish()
        #expect(store.rows[id: 1]?.arrivals == 0)
        store.send(.cancel)
        await sheet.finish()
        #expect(store.sheet == 0)
        let open = store.send(.sheet(.wait))
        gate.open()
        await open.finish()
        #expect(store.sheet == 1)
    }

    @Test func `a store may be released on any thread, while its effects start and end`() async {
        for _ in 0..<300 {
            let machine = StoreActor(initialState: Counter.State()) { Counter() }
            var tasks: [StoreTask] = []
            for _ in 0..<4 { tasks.append(await machine.send(.incrementLater)) }
            // The last reference is released with this task, while the effects return to the actor.
            Task.detached { [machine] in _ = machine }
            for task in tasks { await task.finish() }
        }
    }
}
