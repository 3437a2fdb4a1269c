// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Law 8 for many rows at once: the same effects are cancelled as if each row were looked up after each
/// action.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RowEffectsLawTests {}

extension RowEffectsLawTests {
    private struct Detail: Identifiable {
        let id: Int
    }

    private struct Row: Identifiable {
        let id: CountedID
        var detail: Detail?
        var count = 0
    }

    /// An effect that runs until it is cancelled, under the number of its row.
    private struct Sleeper<State>: Reducer {
        enum Action: Sendable { case sleep(name: String), wake(name: String) }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .sleep(let name):
                .run(name: name) { _ in try await Task.sleep(for: .seconds(86_400)) }.cancellable(id: name)
            case .wake(let name): .cancel(id: name)
            }
        }
    }

    private struct RowFeature: Reducer {
        enum Action: CasePathable, Sendable {
            case own(Sleeper<Row>.Action), detail(Sleeper<Detail>.Action), count
            struct AllCasePaths: Sendable {
                var own: CasePath<Action, Sleeper<Row>.Action> {
                    CasePath(embed: Action.own) { if case .own(let action) = $0 { action } else { nil } }
                }
                var detail: CasePath<Action, Sleeper<Detail>.Action> {
                    CasePath(embed: Action.detail) {
                        if case .detail(let action) = $0 { action } else { nil }
                    }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<Row, Action> {
            Reduce { row, action in
                if case .count = action { row.count += 1 }
                return .none
            }
            Scope(state: \.self, action: \.own) { Sleeper<Row>() }
            EmptyReducer().ifLet(\.detail, action: \.detail) { Sleeper<Detail>() }
        }
    }

    private struct List: Reducer {
        typealias Rows = IdentifiedArray<CountedID, Row>
        struct State {
            var rows: Rows? = Rows()
            var count = 0
        }

        enum Action: CasePathable {
            case rows(IdentifiedAction<CountedID, RowFeature.Action>)
            case change((inout State) -> Void)
            struct AllCasePaths: Sendable {
                var rows: CasePath<Action, IdentifiedAction<CountedID, RowFeature.Action>> {
                    CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                if case .change(let change) = action { change(&state) }
                return .none
            }
            EmptyReducer().ifLet(\.rows, action: \.rows) {
                EmptyReducer().forEach(\.self, action: \.own) { RowFeature() }
            }
            Reduce { state, action in
                // Removes a row right after its own reducer began an effect.
                if case .rows(.element(let id, .own(.sleep("gone")))) = action { state.rows?.remove(id: id) }
                return .none
            }
        }
    }

    private func makeMachine(rows: Int = 0) -> Machine<List.State, List.Action> {
        let machine = Machine(initialState: List.State()) { List() }
        machine.runEffects(on: MainActor.shared)
        machine.send(.change { state in for number in 0..<rows { state.rows?.append(Self.row(number)) } })
        for number in 0..<rows { machine.send(Self.sleep(number)) }
        return machine
    }

    private static func row(_ number: Int, detail: Int? = nil) -> Row {
        Row(id: CountedID(number: number), detail: detail.map(Detail.init))
    }

    private static func sleep(_ number: Int) -> List.Action {
        .rows(.element(id: CountedID(number: number), action: .own(.sleep(name: "\(number)"))))
    }

    @Test func `a row that goes in the turn of its effect leaves nothing of the effect's place`() {
        var machine: Machine? = makeMachine()
        machine?.send(.change { $0.rows?.append(Self.row(1)) })
        let id = CountedID(number: 1)
        machine?.send(.rows(.element(id: id, action: .own(.sleep(name: "gone")))))
        weak let root = machine?.effects.root
        #expect(root != nil)
        machine = nil
        #expect(root == nil)
    }

    @Test func `law 8: an effect of a row that was there only during its action never starts`() {
        let list = AnyReducer(List())
        let machine = Machine(initialState: List.State()) {
            Reduce { (state: inout List.State, action: List.Action) in
                guard case .rows(.element(let id, _)) = action, id.number > 0 else {
                    return list.reduce(into: &state, action: action)
                }
                // The version of the rows is the same after the action as before.
                let former = state.rows
                defer { state.rows = former }
                state.rows?.append(Self.row(id.number))
                return list.reduce(into: &state, action: action)
            }
        }
        machine.runEffects(on: MainActor.shared)
        machine.send(.change { $0.rows?.append(Self.row(0)) })
        // From now on the rows are looked up by their version.
        machine.send(Self.sleep(0))
        machine.send(Self.sleep(1))
        #expect(machine.runningEffects.compactMap(\.name) == ["0"])
        machine.cancelEffects()
    }

    @Test(arguments: [false, true])
    func `law 8: an action looks up no more rows where a thousand run effects than where ten do`(
        isObserved: Bool
    ) {
        func hashes(rows: Int) -> [Int] {
            let machine = makeMachine(rows: rows)
            let token = isObserved ? machine.observe({ $0.rows }, onChange: { _ in }) : nil
            defer { withExtendedLifetime(token) { machine.cancelEffects() } }
            let id = CountedID(number: 3)
            let actions: [List.Action] = [
                .change { $0.count += 1 }, .rows(.element(id: id, action: .count)),
                .change { $0.rows?[0].count += 1 }, Self.sleep(2),
            ]
            // Once, so that earlier rows are looked up.
            for action in actions { machine.send(action) }
            return actions.map { action in CountedID.hashes { machine.send(action) } }
        }
        #expect(hashes(rows: 10) == hashes(rows: 1_000))
    }

    @Test(arguments: 0..<200)
    func `law 8: the running effects are those of a lookup of every row after every action`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let machine = makeMachine()
        // An observed collection records its changes; another one does not.
        let token = seed.isMultiple(of: 2) ? machine.observe({ $0.rows }, onChange: { _ in }) : nil
        var expected: Set<String> = []
        var saved: [List.Rows?] = [machine.state.rows]
        for step in 0..<60 {
            let number = Int.random(in: 0..<8, using: &random)
            let id = CountedID(number: number)
            let detail = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<14, using: &random) {
            case 0, 1: machine.send(.change { $0.rows?.updateOrAppend(Self.row(number, detail: detail)) })
            case 2: machine.send(.change { $0.rows?.remove(id: id) })
            case 3:
                machine.send(.change { $0.rows?[id: id]?.detail = detail == 0 ? nil : Detail(id: detail) })
            case 4: machine.send(.change { $0.rows?.reverse() })
            case 5: machine.send(.change { $0.rows = saved[step % saved.count] })
            case 6: saved.append(machine.state.rows)
            case 7: machine.send(.change { $0.count += 1 })
            case 8:
                machine.send(
                    .change { state in
                        state.rows = List.Rows(uniqueElements: (0..<5).map { Self.row($0, detail: detail) })
                    }
                )
            case 9 where step.isMultiple(of: 3): machine.send(.change { $0.rows = nil })
            case 10 where machine.state.rows?[id: id] != nil:
                machine.send(.rows(.element(id: id, action: .own(.sleep(name: "gone")))))
            case 11 where machine.state.rows?[id: id]?.detail != nil:
                guard let detail = machine.state.rows?[id: id]?.detail?.id else { continue }
                let name = "\(number)/\(detail)"
                machine.send(.rows(.element(id: id, action: .detail(.sleep(name: name)))))
                expected.insert(name)
            case 12 where machine.state.rows?[id: id] != nil:
                machine.send(.rows(.element(id: id, action: .own(.wake(name: "\(number)")))))
                expected.remove("\(number)")
            default:
                guard machine.state.rows?[id: id] != nil else { continue }
                machine.send(Self.sleep(number))
                expected.insert("\(number)")
            }
            let rows = machine.state.rows
            expected = expected.filter { name in
                let parts = name.split(separator: "/").compactMap { Int($0) }
                guard let row = rows?[id: CountedID(number: parts[0])] else { return false }
                return parts.count == 1 || row.detail?.id == parts[1]
            }
            #expect(Set(machine.runningEffects.compactMap(\.name)) == expected, "step \(step)")
        }
        withExtendedLifetime(token) { machine.cancelEffects() }
    }
}
