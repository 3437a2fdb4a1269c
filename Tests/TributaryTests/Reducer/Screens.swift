// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A list of notes, with one of several destinations.
struct Screens: Reducer {
    struct State: Equatable {
        var titles: [String] = []
        var destination: Destination.State?
    }

    @CasePathable
    enum Action {
        case add
        case ask(Int)
        case show(Destination.State?)
        case destination(Destination.Action)
    }

    @ReducerCases
    enum Destination {
        case edit(Editor)
        case record(Recorder = Recorder(step: 10))
        case meeting(id: Int, title: String)
        case help
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .add: state.destination = .edit(Editor.State())
            case .ask(let id): state.destination = .meeting(id: id, title: "Daily")
            case .show(let destination): state.destination = destination
            case .destination(.edit(.done)):
                if case .edit(let editor)? = state.destination { state.titles.append(editor.title) }
                state.destination = nil
            case .destination: break
            }
        }
        .ifLet(\.destination, action: \.destination) { Destination() }
    }
}

extension Screens.Destination.State: Equatable {}

struct Editor: Reducer {
    struct State: Equatable {
        var title = ""
        var samples = Array(repeating: 1, count: 1_000)
    }

    @CasePathable
    enum Action { case type(String), fade, wait, done }

    @Dependency(\.clock) var clock

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .type(let text): state.title += text
            case .fade: state.samples[0] = 0
            case .wait:
                return .run { send in
                    try await clock.sleep(for: .seconds(1))
                    await send(.type("late"))
                }
            case .done: break
            }
            return .none
        }
        .onChange(of: \.title) { _, new, _ in new == "x" ? .send(.type("y")) : .none }
    }
}

struct Recorder: Reducer {
    var step = 1

    struct State: Equatable { var seconds = 0 }

    @CasePathable
    enum Action { case tick }

    var body: some Reducer<State, Action> {
        Update { [step] state, _ in state.seconds += step }
    }
}
