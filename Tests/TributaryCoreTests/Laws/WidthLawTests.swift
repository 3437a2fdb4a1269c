// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Very many of everything, on a stack of 512 KB (law 1).
@Suite(.timeLimit(.minutes(30)))
struct WidthLawTests {}

extension WidthLawTests {
    private static let count = amount(100_000, inDebug: 20_000)

    private enum Action { case follow(Int), add, fan, nothing }

    private struct State: Equatable {
        var count = 0
        var changes = 0
        var query: Int?
        var queries: Set<Int> = []
    }

    @Test func `actions that follow each other, and actions that follow one, need no stack`() {
        onSmallStack {
            let machine = Machine(initialState: State()) {
                Reduce<State, Action> { state, action in
                    state.count += 1
                    switch action {
                    case .follow(let remaining): return remaining > 0 ? .send(.follow(remaining - 1)) : .none
                    case .fan: return .merge((0..<Self.count).map { _ in .send(.add) })
                    case .add, .nothing: return .none
                    }
                }
            }
            machine.send(.follow(Self.count))
            #expect(machine.state.count == Self.count + 1)
            machine.send(.fan)
            #expect(machine.state.count == 2 * Self.count + 2)
            machine.send(contentsOf: (0..<Self.count).map { _ in .add })
            #expect(machine.state.count == 3 * Self.count + 2)
        }
    }

    @Test func `observers that answer each other need no stack`() {
        onSmallStack {
            let machine = Machine(initialState: State()) {
                Update<State, Action> { state, action in if case .add = action { state.count += 1 } }
            }
            let token = machine.observe(\.count) { [unowned machine] in
                if $0 < Self.count { machine.send(.add) }
            }
            machine.send(.nothing)
            #expect(machine.state.count == Self.count)
            withExtendedLifetime(token) {}
        }
    }

    @Test func `any number of observers and listeners are notified in order, and cancelled`() {
        onSmallStack {
            let machine = Machine(initialState: State()) {
                Update<State, Action> { state, _ in state.count += 1 }
            }
            let heard = Heard<Int>()
            var tokens = (0..<Self.count).map { index in
                machine.observe(\.count) { if $0 > 0 { heard.append(index) } }
            }
            tokens += (0..<Self.count).map { index in machine.onAction { _ in heard.append(index) } }
            machine.send(.nothing)
            #expect(heard.all == Array(0..<Self.count) + Array(0..<Self.count))
            tokens = []
            machine.send(.nothing)
            #expect(heard.all.count == 2 * Self.count)
        }
    }

    @Test func `reducers of a loop run in order, with their answers to changes and their feedbacks`() {
        onSmallStack {
            let machine = Machine(initialState: State()) {
                for _ in 0..<Self.count {
                    Update<State, Action> { state, action in
                        if case .add = action { state.count += 1 }
                    }
                    .onChange(of: { $0.count }, update: { _, _, state in state.changes += 1 })
                    .feedback { state in
                        state.query
                    } operation: { (_: Int, _) in
                    }
                }
            }
            machine.send(.add)
            #expect(machine.state.count == Self.count)
            #expect(machine.state.changes == Self.count)
        }
    }

    @Test func `any number of rows are added, changed, and removed`() {
        struct Row: Identifiable, Equatable {
            let id: Int
            var count = 0
        }
        onSmallStack {
            typealias Rows = IdentifiedArray<Int, Row>
            let machine = Machine(initialState: Rows(uniqueElements: (0..<Self.count).map { Row(id: $0) })) {
                EmptyReducer<Rows, IdentifiedAction<Int, Int>>()
                    .forEach(\.self, action: \.own) { Update { row, number in row.count += number } }
            }
            let heard = Heard<Int>()
            let token = machine.observe({ $0[id: Self.count - 1]?.count }) { heard.append($0 ?? -1) }
            machine.send(contentsOf: (0..<Self.count).map { .element(id: $0, action: 1) })
            #expect(heard.all == [0, 1])
            #expect(machine.state.allSatisfy { $0.count == 1 })
            withExtendedLifetime(token) {}
        }
    }

    @Test func `any number of rows are observed apart, checked, and released`() {
        onSmallStack {
            let tree = ObserverTree()
            let key = Reference(
                ObserverTree.Key(path: \[Int].self, kind: ObjectIdentifier(Int.self), element: nil)
            )
            var visits = 0
            var rows: [ObserverTree] = []
            for id in 0..<Self.count { rows.append(tree.row(id, at: key) { _, _ in visits += 1 }) }
            let state = [0]
            PartAddress.of(state) { tree.check($0) }
            #expect(visits == 1)
            rows = []
        }
    }
}
