// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryComponents
import TributaryCore
import TributaryTestSupport

/// Tables that remove dead members when they have doubled: no live member may be lost.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ManyMembersTests {
    private struct Numbers: Reducer {
        struct State: Equatable {
            var numbers = Array(repeating: 0, count: 100)
            var rows = IdentifiedArray(uniqueElements: (0..<100).map { Row(id: $0) })
        }

        struct Row: Identifiable, Equatable, Sendable {
            let id: Int
            var count = 0
        }

        enum Action: CasePathable {
            case add(Int)
            case rows(IdentifiedAction<Int, Int>)

            struct AllCasePaths: Sendable {
                var rows: CasePath<Action, IdentifiedAction<Int, Int>> {
                    CasePath(
                        embed: { .rows($0) },
                        extract: { if case .rows(let action) = $0 { action } else { nil } }
                    )
                }
            }

            static let allCasePaths = AllCasePaths()
        }

        var body: some Reducer<State, Action> {
            Update { state, action in
                if case .add(let index) = action { state.numbers[index] += 1 }
            }
            .forEach(\.rows, action: \.rows) { Update { row, number in row.count += number } }
        }
    }

    private let store = Store(initialState: Numbers.State()) { Numbers() }
}

extension ManyMembersTests {
    /// Which members stay: so that the living and the dead lie mixed.
    private static func stays(_ index: Int) -> Bool { index % 3 > 0 }

    @Test func `scopes that live are found again when others were forgotten`() {
        let scopes = (0..<100).map { store.scope(state: \.numbers[$0]) }
        var kept: [Int: Store<Int, Numbers.Action>] = [:]
        for index in 0..<100 where Self.stays(index) { kept[index] = scopes[index] }
        for _ in 0..<3 {
            // Temporary scopes make the table clean up.
            for index in 0..<100 { _ = store.scope(state: \.rows[index]) }
            for (index, scope) in kept {
                #expect(store.scope(state: \.numbers[index]) === scope)
                #expect(scope.state == 0)
            }
        }
    }

    @Test func `row stores that live are found again when others were forgotten`() {
        let rows = store.scope(state: \.rows, action: \.rows)
        let kept = (0..<100).filter(Self.stays).map { rows[$0] }
        for _ in 0..<3 { for row in rows { _ = row } }
        for row in kept { #expect(rows[id: row.id] === row) }
    }

    @Test func `observers of live rows are notified when others were removed`() {
        var heard: [Int: Int] = [:]
        var tokens: [Int: ObservationToken] = [:]
        let rows = store.scope(state: \.rows, action: \.rows)
        for round in 0..<3 {
            for index in 0..<100 where tokens[index] == nil {
                tokens[index] = rows[index].observe(\.count) { heard[index] = $0 }
            }
            for index in 0..<100 where !Self.stays(index) { tokens[index] = nil }
            heard = [:]
            for index in 0..<100 { store.send(.rows(.element(id: index, action: 1))) }
            #expect(heard.keys.sorted() == (0..<100).filter(Self.stays))
            #expect(Set(heard.values) == [round + 1])
        }
    }

    @Test func `observers are notified of their part when others were cancelled`() {
        var heard: Set<Int> = []
        var tokens = (0..<100).map { index in
            store.scope(state: \.numbers[index]).observe { (_: Int) in heard.insert(index) }
        }
        for index in (0..<100).reversed() where !Self.stays(index) { tokens.remove(at: index) }
        heard = []
        store.send(contentsOf: (0..<100).map { .add($0) })
        #expect(heard.sorted() == (0..<100).filter(Self.stays))
    }

    @Test func `sequences that live end with the store when others were left`() async {
        var sequences = (0..<100).map { index in store.values { $0.numbers[index] } }
        for index in (0..<100).reversed() where !Self.stays(index) { sequences.remove(at: index) }
        sequences += (0..<100).map { index in store.values { $0.numbers[index] } }
        store.send(contentsOf: (0..<100).map { .add($0) })
        store.close()
        for sequence in sequences {
            var heard: [Int] = []
            for await value in sequence { heard.append(value) }
            #expect(heard == [0, 1])
        }
    }

    @Test func `live listeners, services, and mounts receive actions when others are gone`() {
        var heard: [Int] = []
        var listeners = (0..<100).map { index in store.onAction { _ in heard.append(index) } }
        var mounts = (0..<100).map { index in
            store.mount {
                Update { (state: inout Numbers.State, _: Numbers.Action) in state.numbers[index] += 10 }
            }
        }
        for index in (0..<100).reversed() where !Self.stays(index) {
            listeners.remove(at: index)
            mounts.remove(at: index)
        }
        store.send(.add(1))
        #expect(heard == (0..<100).filter(Self.stays))
        #expect(store.state.numbers.indices.filter { store.state.numbers[$0] >= 10 } == heard)
        withExtendedLifetime((listeners, mounts)) {}
    }
}
