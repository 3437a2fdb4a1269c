// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The forms in which a reducer may be written.
@Suite(.timeLimit(.minutes(30)))
struct ReducerTests {}

extension ReducerTests {
    private enum Event { case add(Int), reset }

    @Test func `a plain function that returns the new state is a reducer`() {
        func next(_ state: Int, _ event: Event) -> Int {
            switch event {
            case .add(let amount): state + amount
            case .reset: 0
            }
        }
        let reducer = Update<Int, Event> { state, event in state = next(state, event) }
        var state = 1
        reducer.reduce(into: &state, actions: [.add(2), .reset, .add(5)])
        #expect(state == 5)
    }

    @Test @MainActor
    func `a reducer with both a body and a function is reported in tests, one with a body is not`() {
        struct Doubling: Reducer {
            var body: some Reducer<Int, Int> { Update { state, action in state += 2 * action } }
        }
        struct Both: Reducer {
            var body: some Reducer<Int, Int> { Doubling() }
            func reduce(into state: inout Int, action: Int) -> Effect<Int> { .cancel(id: 1) }
        }
        let diagnostics = DiagnosticRecorder()
        func store(@ReducerBuilder<Int, Int> _ reducer: () -> AnyReducer<Int, Int>) -> Store<Int, Int> {
            Store(initialState: 0, reducer: reducer) {
                $0.isTesting = true
                $0.diagnosticReporter = diagnostics.reporter
            }
        }
        let doubling = store { Doubling() }
        doubling.send(1)
        #expect(diagnostics.identifiers == [])
        let both = store { Both() }
        both.send(contentsOf: [1, 2])
        #expect(diagnostics.identifiers == [.bodyAndFunction])
        #expect((doubling.state, both.state) == (2, 6))
    }

    @Test func `a reducer may keep helpers as private methods`() {
        struct Account: Reducer {
            enum Action { case deposit(Int), withdraw(Int) }

            func reduce(into balance: inout Int, action: Action) -> Effect<Action> {
                switch action {
                case .deposit(let amount): move(amount, into: &balance)
                case .withdraw(let amount): move(-amount, into: &balance)
                }
                return .none
            }

            private func move(_ amount: Int, into balance: inout Int) { balance += amount }
        }
        var balance = 0
        Account().reduce(into: &balance, actions: [.deposit(5), .withdraw(2)])
        #expect(balance == 3)
    }

    @Test func `an action may be bound, which leaves a change of the state`() {
        let reducer = Counter()
        let change: (inout Counter.State) -> Void = { _ = reducer.reduce(into: &$0, action: .add(3)) }
        var state = Counter.State()
        change(&state)
        change(&state)
        #expect(state.count == 6)
    }

    @Test func `actions may be pulled back alone`() {
        let reducer = Counter().pullback(
            state: \.self,
            extract: { (text: String) in Int(text).map(Counter.Action.add) },
            embed: { "\($0)" }
        )
        var state = Counter.State()
        reducer.reduce(into: &state, actions: ["1", "nothing", "41"])
        #expect(state.count == 42)
    }

    @Test func `a child of an optional property, or of a case, may stand alone`() {
        let recorder = DiagnosticRecorder()
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            let machine = Machine(initialState: Dashboard.State()) {
                EmptyReducer<Dashboard.State, Dashboard.Action>().ifLet(\.sheet, action: \.sheet) {
                    Counter()
                }
                EmptyReducer<Dashboard.State, Dashboard.Action>()
                    .ifCaseLet(\.screen.detail, action: \.screen) { Counter() }
            }
            machine.send(.sheet(.increment))
            #expect(machine.state.sheet == nil)
            #expect(machine.state.screen == .closed)
        }
        #expect(recorder.identifiers == [.absentChild])
    }

    @Test func `a reducer of one case may take the whole's own actions, after those before it`() {
        let recorder = DiagnosticRecorder()
        let machine = DiagnosticReporter.$current.withValue(recorder.reporter) {
            Machine(initialState: Dashboard.Screen.detail(Counter.State(count: 5))) {
                Update { (screen: inout Dashboard.Screen, action: Counter.Action) in
                    screen.modify(\.detail) { $0.count *= 10 }
                    if action == .add(0) { screen = .closed }
                }
                EmptyReducer().ifCaseLet(\.detail) { Counter() }
            }
        }
        machine.send(.increment)
        #expect(machine.state == .detail(Counter.State(count: 51)))
        #expect(recorder.diagnostics.isEmpty)
        machine.send(.add(0))
        #expect(machine.state == .closed)
        #expect(recorder.identifiers == [.absentChild])
    }

    @Test func `a child that shares the parent's actions sees them all`() {
        struct Pair: Reducer {
            struct State { var first = 0, second = 0 }
            var body: some Reducer<State, Int> {
                Scope(state: \.first) { Update { $0 += $1 } }
                Scope(state: \.second) { Update { $0 -= $1 } }
            }
        }
        var state = Pair.State()
        Pair().reduce(into: &state, actions: [3, 4])
        #expect(state.first == 7 && state.second == -7)
    }
}
