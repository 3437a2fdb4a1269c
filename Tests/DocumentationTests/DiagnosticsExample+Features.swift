// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

// The features of the examples.
extension Diagnostics {
    // page: lamp
    struct Lamp: Reducer {
        struct State: Equatable, Sendable { var isOn = false }

        enum Action: Sendable { case toggle }

        var body: some Reducer<State, Action> {
            Update { state, _ in state.isOn.toggle() }
        }
    }
    // page: end

    // page: room
    struct Room: Reducer {
        struct State: Equatable, Sendable { var lamp: Lamp.State? }

        @CasePathable
        enum Action: Sendable { case lamp(Lamp.Action) }

        var body: some Reducer<State, Action> {
            EmptyReducer().ifLet(\.lamp, action: \.lamp) { Lamp() }
        }
    }
    // page: end

    // page: screen
    struct Screen: Reducer {
        @CasePathable
        enum State: Equatable, Sendable { case picker(Picker.State) }

        @CasePathable
        enum Action: Sendable { case picker(Picker.Action) }

        var body: some Reducer<State, Action> {
            EmptyReducer().ifCaseLet(\.picker, action: \.picker, closedBy: \.picked) { Picker() }
        }
    }

    struct Picker: Reducer {
        struct State: Equatable, Sendable {}

        @CasePathable
        enum Action: Sendable { case picked }

        var body: some Reducer<State, Action> { EmptyReducer() }
    }
    // page: end

    // page: note
    struct Note: Reducer {
        struct State: Equatable, Sendable { var text = "" }

        @CasePathable
        enum Action: Sendable { case edited(String), loaded(String) }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .edited(let text), .loaded(let text): state.text = text
                }
            }
        }
    }
    // page: end

    // page: switch
    struct Switch: Reducer {
        struct State: Sendable { var isOn = false }
        enum Action: Sendable { case toggle }

        var body: some Reducer<State, Action> { EmptyReducer() }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            state.isOn.toggle()
            return .none
        }
    }
    // page: end

    // page: switch mended
    struct MendedSwitch: Reducer {
        struct State: Sendable { var isOn = false }
        enum Action: Sendable { case toggle }

        var body: some Reducer<State, Action> {
            Update { state, _ in state.isOn.toggle() }
        }
    }
    // page: end

    // page: spreadsheet
    struct Spreadsheet: Reducer {
        struct Cell: Equatable, Identifiable, Sendable {
            let id: Int
            var value = ""
        }

        struct State: Sendable {
            var cells = IdentifiedArray(uniqueElements: (0..<1_500).map { Cell(id: $0) })
        }

        enum Action: Sendable { case edit(Int, String) }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .edit(let id, let value): state.cells[id: id]?.value = value
                }
            }
        }
    }
    // page: end

    // page: offline
    struct Offline: Error {}
    // page: end

    // page: adder
    struct Adder: Reducer {
        @Dependency(\.diagnosticStep) var step

        var body: some Reducer<Int, Void> {
            Update { count, _ in count += step }
        }
    }
    // page: end

    // page: 18
    enum Width: DependencyKey {
        static func value(in dependencies: Dependencies) -> Int { dependencies[Height.self] * 2 }
    }

    enum Height: DependencyKey {
        static func value(in dependencies: Dependencies) -> Int { dependencies[Width.self] / 2 }
    }
    // page: end
}

private enum DiagnosticStepKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    var diagnosticStep: Int {
        get { self[DiagnosticStepKey.self] }
        set { self[DiagnosticStepKey.self] = newValue }
    }
}
