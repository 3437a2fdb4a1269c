// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension Scenario {
    private static let sizes = [100, 10_000, 1_000_000]

    /// A payload of each size in each place.
    ///
    /// The smallest is the baseline of the others.
    static let payloads = sizes.flatMap { size in
        [
            payload("struct", size, .property(.touch)),
            payload("optional", size, .optional(.touch)),
            payload("enum", size, .choice(.touch)),
            payload("row", size, .rows(.element(id: 1, action: .touch))),
            payload("nested", size, .nested(.element(id: 1, action: .touch))),
            Scenario("payload/by-hand/\(size)", baseline: "payload/by-hand/\(sizes[0])") {
                let box = Box(Places.State(count: size))
                return { count in for _ in 0..<count { touch(&box.value) } }
            },
            // An observer of the whole state, which has the payload.
            Scenario("observe/whole/\(size)", baseline: "observe/whole/\(sizes[0])") {
                let store = Store(initialState: Places.State(count: size)) { Places() }
                let token = store.observe { _ in }
                return { count in
                    MainActor.assumeIsolated { for _ in 0..<count { store.send(.property(.touch)) } }
                    withExtendedLifetime(token) {}
                }
            },
        ]
    }

    private static func payload(_ place: String, _ size: Int, _ action: Places.Action) -> Scenario {
        Scenario("payload/\(place)/\(size)", baseline: "payload/\(place)/\(sizes[0])") {
            let store = Store(initialState: Places.State(count: size)) { Places() }
            return { count in MainActor.assumeIsolated { for _ in 0..<count { store.send(action) } } }
        }
    }

    /// One row changed in a collection of each size.
    ///
    /// The smallest is the baseline of the others.
    static let collections = [100, 10_000, 100_000].flatMap { size in
        [
            Scenario("forEach/\(size)", baseline: "forEach/100") {
                let store = Store(initialState: List.State(count: size)) { List() }
                let id = size / 2
                return { count in
                    MainActor.assumeIsolated {
                        for _ in 0..<count { store.send(.rows(.element(id: id, action: .increment))) }
                    }
                }
            },
            Scenario("forEach/by-hand/\(size)", baseline: "forEach/by-hand/100") {
                let box = Box(List.State(count: size))
                let id = size / 2
                return { count in for _ in 0..<count { increment(&box.value, id) } }
            },
        ]
    }
}

@inline(never)
private func increment(_ state: inout List.State, _ id: Int) { state.rows.modify(id: id) { $0.count &+= 1 } }

@inline(never)
private func touch(_ state: inout Places.State) { state.property.numbers[0] &+= 1 }

/// A list of counters.
struct List: Reducer {
    struct Row: Reducer {
        struct State: Identifiable {
            let id: Int
            var count = 0
        }
        enum Action: Sendable { case increment }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            state.count &+= 1
            return .none
        }
    }

    struct State {
        var rows: IdentifiedArray<Int, Row.State>
        init(count: Int) { rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) }) }
    }

    enum Action: CasePathable {
        case rows(IdentifiedAction<Int, Row.Action>)
        struct AllCasePaths: Sendable {
            var rows: CasePath<Action, IdentifiedAction<Int, Row.Action>> {
                CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var body: some Reducer<State, Action> {
        EmptyReducer().forEach(\.rows, action: \.rows) { Row() }
    }
}
