// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryCore

/// A parent with a payload in every place for a child's state, and in nested places.
package struct PayloadPlaces: Reducer {
    package struct State: Sendable {
        package var property: Payload.State
        package var optional: Payload.State?
        package var choice: Choice
        package var rows: IdentifiedArray<Int, Payload.State>
        package var nested: Nest?
        /// Shown through a computed property with `_modify`.
        package var stored: Payload.State

        package var computed: Payload.State {
            get { stored }
            _modify { yield &stored }
        }

        package init(count: Int, rows rowCount: Int = 3) {
            property = Payload.State(count: count)
            optional = Payload.State(count: count)
            choice = .payload(Payload.State(count: count))
            rows = IdentifiedArray(uniqueElements: (0..<rowCount).map { Payload.State(id: $0, count: count) })
            nested = .rows(
                IdentifiedArray(uniqueElements: [Row(id: 1, choice: .payload(Payload.State(count: count)))])
            )
            stored = Payload.State(count: count)
        }

        package var nestedPayload: Payload.State? {
            guard case .rows(let rows)? = nested, case .payload(let payload)? = rows[id: 1]?.choice else {
                return nil
            }
            return payload
        }
    }

    @frozen
    package enum Choice: Equatable, Sendable, CasePathable {
        case nothing
        case payload(Payload.State)

        package struct AllCasePaths: Sendable {
            package var payload: CasePath<Choice, Payload.State> {
                CasePath(embed: Choice.payload) { if case .payload(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    /// An enum with rows, each with an enum: optional, case, row, case, one within the other.
    package enum Nest: Sendable, CasePathable {
        case nothing
        case rows(IdentifiedArray<Int, Row>)

        package struct AllCasePaths: Sendable {
            package var rows: CasePath<Nest, IdentifiedArray<Int, Row>> {
                CasePath(embed: Nest.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package struct Row: Identifiable, Sendable {
        package let id: Int
        package var choice: Choice
    }

    package enum Action: Sendable, CasePathable {
        case property(Payload.Action)
        case optional(Payload.Action)
        case choice(Payload.Action)
        case rows(IdentifiedAction<Int, Payload.Action>)
        case nested(IdentifiedAction<Int, Payload.Action>)
        case computed(Payload.Action)

        package struct AllCasePaths: Sendable {
            package var property: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.property) { if case .property(let value) = $0 { value } else { nil } }
            }
            package var optional: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.optional) { if case .optional(let value) = $0 { value } else { nil } }
            }
            package var choice: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.choice) { if case .choice(let value) = $0 { value } else { nil } }
            }
            package var rows: CasePath<Action, IdentifiedAction<Int, Payload.Action>> {
                CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
            package var nested: CasePath<Action, IdentifiedAction<Int, Payload.Action>> {
                CasePath(embed: Action.nested) { if case .nested(let value) = $0 { value } else { nil } }
            }
            package var computed: CasePath<Action, Payload.Action> {
                CasePath(embed: Action.computed) { if case .computed(let value) = $0 { value } else { nil } }
            }
        }
        package static let allCasePaths = AllCasePaths()
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Scope(state: \.property, action: \.property) { Payload() }
        Scope(modify: { $1(&$0.computed) }, action: \.computed) { Payload() }
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
    package var own: CasePath<IdentifiedAction, IdentifiedAction> { .identity }
}
