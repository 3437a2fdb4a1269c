// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A feature behind a boundary: its input is the reader, and its outputs are deliveries.
struct Kiosk: Reducer {
    struct State: Equatable, Sendable {
        var shown = Shown()
        var isAsking = false

        struct Shown: Equatable, Sendable {
            var reader = "nobody"
            var progress = 0
        }
    }

    @CasePathable
    enum Action: Sendable {
        case input(Input)
        case output(Output)
        case loaded([String])
        case progressed

        @CasePathable
        enum Input: Sendable { case reader(String), ask, rehearse, watch }

        @CasePathable
        enum Output: Equatable, Sendable { case greeted(String), delivered([String]) }
    }

    @Dependency(\.titles) var titles
    @Dependency(\.clock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.reader(let name)):
            state.shown.reader = name
            return .send(.output(.greeted(name)))
        case .input(.ask):
            state.isAsking = true
            return .run(name: "ask") { send in await send(.loaded(await titles())) }
        case .input(.rehearse):
            return .run(name: "rehearse") { send in
                await send(.progressed)
                await send(.progressed)
            }
        case .input(.watch):
            return .run(name: "watch") { send in
                try await clock.sleep(for: .seconds(1))
                await send(.loaded([]))
            }
        case .loaded(let titles):
            state.isAsking = false
            state.shown.progress = titles.count
            return .send(.output(.delivered(titles)))
        case .progressed:
            state.shown.progress += 1
            return .none
        case .output:
            return .none
        }
    }

    /// The feature as its users see it.
    @MainActor
    static func module() -> Module<Action.Input, Action.Output, State.Shown> {
        Module(Kiosk(), initialState: State(), input: \.input, output: \.output, state: \.shown)
    }
}
