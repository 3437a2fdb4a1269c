// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// An app and a meter in a store of its own.
@MainActor
final class Separate {
    let app: Store<App.State, App.Action>
    let meter = Store(initialState: Meter.State()) { Meter() }
    let module: Module<Meter.Action.Input, Meter.Action.Output, Void>
    private var connection: ObservationToken?

    init(app: Store<App.State, App.Action> = Store(initialState: App.State()) { App() }) {
        self.app = app
        module = Module(meter, input: \.input, output: \.output)
    }

    func connectOutput() { connection = module.connect(to: app, output: { .happened($0) }) }

    func connectInput() { connection = module.connect(to: app, input: { .set($0.target) }) }

    func connectBoth() {
        connection = module.connect(to: app, input: { .set($0.target) }, output: { .happened($0) })
    }
}

/// A feature that is set from outside, and emits its ticks.
struct Meter: Reducer {
    struct State { var value = 0 }

    enum Action: CasePathable {
        case tick
        case input(Input)
        case output(Output)

        enum Input: Equatable { case set(Int) }
        enum Output { case ticked(Int) }

        struct AllCasePaths: Sendable {
            var input: CasePath<Action, Input> {
                CasePath(embed: Action.input) { if case .input(let input) = $0 { input } else { nil } }
            }
            var output: CasePath<Action, Output> {
                CasePath(embed: Action.output) { if case .output(let output) = $0 { output } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .tick:
            state.value &+= 1
            return .send(.output(.ticked(state.value)))
        case .input(.set(let value)):
            state.value = value
            return .none
        case .output:
            return .none
        }
    }
}

/// An app that is composed of the meter, or hears of one elsewhere.
struct App: Reducer {
    struct State {
        var target = 0
        var last = 0
        var meter = Meter.State()
    }

    enum Action: CasePathable {
        case set(Int)
        case setAlone(Int)
        case meter(Meter.Action)
        case happened(Meter.Action.Output)

        struct AllCasePaths: Sendable {
            var meter: CasePath<Action, Meter.Action> {
                CasePath(embed: Action.meter) { if case .meter(let action) = $0 { action } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.meter, action: \.meter) { Meter() }
        Reduce { state, action in
            switch action {
            case .set(let value):
                state.target = value
                return .send(.meter(.input(.set(value))))
            case .setAlone(let value):
                state.target = value
            case .meter(.output(.ticked(let value))), .happened(.ticked(let value)):
                state.last = value
            case .meter:
                break
            }
            return .none
        }
    }
}
