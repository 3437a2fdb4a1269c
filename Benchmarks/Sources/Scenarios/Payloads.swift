// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Changes one number of a large array.
struct Payload: Reducer {
    struct State: Identifiable {
        let id: Int
        var numbers: [Int]
        init(id: Int = 0, count: Int) {
            self.id = id
            numbers = Array(0..<count)
        }
    }
    enum Action: Sendable { case touch }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.numbers[0] &+= 1
        return .none
    }
}

/// A payload in every place where a child's state can be.
struct Places: Reducer {
    struct State {
        var property: Payload.State
        var optional: Payload.State?
        var choice: Choice
        var rows: IdentifiedArray<Int, Payload.State>
        var nested: Nest?

        init(count: Int) {
            property = Payload.State(count: count)
            optional = Payload.State(count: count)
            choice = .payload(Payload.State(count: count))
            rows = IdentifiedArray(uniqueElements: (0..<3).map { Payload.State(id: $0, count: count) })
            nested = .rows(
                IdentifiedArray(uniqueElements: [
                    Nest.Row(id: 1, choice: .payload(Payload.State(count: count)))
                ])
            )
        }
    }

    enum Choice: CasePathable {
        case nothing
        case payload(Payload.State)
        struct AllCasePaths: Sendable {
            var payload: CasePath<Choice, Payload.State> {
                CasePath(embed: Choice.payload) { if case .payload(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Nest: CasePathable {
        case nothing
        case rows(IdentifiedArray<Int, Row>)
        struct Row: Identifiable {
            let id: Int
            var choice: Choice
        }
        struct AllCasePaths: Sendable {
            var rows: CasePath<Nest, IdentifiedArray<Int, Row>> {
                CasePath(embed: Nest.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    enum Action: CasePathable {
        case property(Payload.Action)
        case optional(Payload.Action)
        case choice(Payload.Action)
        case rows(IdentifiedAction<Int, Payload.Action>)
        case nested(IdentifiedAction<Int, Payload.Action>)

        struct AllCasePaths: Sendable {
            var property: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.property) { if case .property(let value) = $0 { value } else { nil } }
            }
            var optional: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.optional) { if case .optional(let value) = $0 { value } else { nil } }
            }
            var choice: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.choice) { if case .choice(let value) = $0 { value } else { nil } }
            }
            var rows: CasePath<Action, IdentifiedAction<Int, Payload.Action>> {
                CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
            var nested: CasePath<Action, IdentifiedAction<Int, Payload.Action>> {
                CasePath(embed: Action.nested) { if case .nested(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.property, action: \.property) { Payload() }
        EmptyReducer()
            .ifLet(\.optional, action: \.optional) { Payload() }
            .ifCaseLet(\.choice.payload, action: \.choice) { Payload() }
            .forEach(\.rows, action: \.rows) { Payload() }
            .ifLet(\.nested, action: \.nested) {
                EmptyReducer().ifCaseLet(\.rows) {
                    EmptyReducer().forEach(\.self, action: \.own) {
                        EmptyReducer().ifCaseLet(\.choice.payload) { Payload() }
                    }
                }
            }
    }
}

extension IdentifiedAction.AllCasePaths {
    /// The actions of rows as they are, for a reducer that has no others.
    var own: CasePath<IdentifiedAction, IdentifiedAction> { .identity }
}
