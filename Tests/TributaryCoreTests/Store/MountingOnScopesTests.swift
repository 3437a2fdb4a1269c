// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A reducer mounted on a scope runs as if it had been mounted on that part of the whole store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MountingOnScopesTests {
    private let recorder = DiagnosticRecorder()
}

extension MountingOnScopesTests {
    private func makeStore() -> StoreOf<Dashboard> { Dashboard.makeFullStore(reportingTo: recorder) }

    private func adding(_ amount: Int) -> some Reducer<Counter.State, Counter.Action> {
        Update { (state: inout Counter.State, _: Counter.Action) in state.count += amount }
    }

    @Test func `a reducer on a property runs only for its actions, after the reducers of the store`() {
        let store = makeStore()
        let counter = store.scope(state: \.counter, action: \.counter)
        var token: ObservationToken? = counter.mount { adding(10) }
        counter.send(.increment)
        store.send(.sheet(.increment))
        #expect(store.counter.count == 11)
        #expect(store.sheet?.count == 1)
        withExtendedLifetime(token) {}
        token = nil
        counter.send(.increment)
        #expect(store.counter.count == 12)
    }

    @Test func `a reducer on an optional runs while it has a value`() throws {
        let store = makeStore()
        let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
        let token = sheet.mount { adding(10) }
        sheet.send(.increment)
        #expect(store.sheet?.count == 11)
        store.send(.closeSheet)
        store.send(.openSheet)
        store.send(.sheet(.increment))
        #expect(store.sheet?.count == 11)
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime(token) {}
    }

    @Test func `a reducer on a case of an enum runs in that case`() throws {
        let store = makeStore()
        let detail = try #require(store.scope(case: \.screen.detail, action: \.screen))
        let token = detail.mount { adding(10) }
        detail.send(.increment)
        #expect(detail.count == 11)
        withExtendedLifetime(token) {}
    }

    @Test func `a reducer on one row runs for no other`() throws {
        let store = makeStore()
        let rows = store.scope(state: \.rows, action: \.rows)
        let token = rows[0].mount {
            Scope(state: \.counter) {
                Update { (state: inout Counter.State, _: Counter.Action) in state.count += 10 }
            }
        }
        for row in rows { row.send(.increment) }
        #expect(store.rows.map(\.counter.count) == [11, 1])
        store.send(.removeRow(id: 1))
        store.send(.rows(.element(id: 2, action: .increment)))
        #expect(store.rows.map(\.counter.count) == [2])
        withExtendedLifetime(token) {}
    }

    @Test func `a reducer on a part of a scope of a scope runs there`() {
        let store = makeStore()
        let counter = store.scope(state: \.counter, action: \.counter)
        let token = counter.scope(state: \.count).mount {
            Update { (count: inout Int, _: Counter.Action) in count += 100 }
        }
        counter.send(.increment)
        #expect(store.counter.count == 101)
        withExtendedLifetime(token) {}
    }

    @Test func `a change by a mounted reducer reaches the observers of the part, once`() {
        let store = makeStore()
        let counter = store.scope(state: \.counter, action: \.counter)
        var heard: [Int] = []
        let tokens = [counter.mount { adding(10) }, counter.observe(\.count) { heard.append($0) }]
        counter.send(.increment)
        #expect(heard == [0, 11])
        withExtendedLifetime(tokens) {}
    }

    @Test func `a read-only store refuses, and reports it`() throws {
        let store = makeStore()
        let shown = store.scope(state: \.log.count)
        let token = shown.mount { Update { (count: inout Int, _: Dashboard.Action) in count += 1 } }
        store.send(.counter(.increment))
        #expect(recorder.identifiers == [.mountedOnView])
        #expect(recorder.diagnostics.first?.site?.description.contains("MountingOnScopesTests.swift") == true)
        #expect(store.counter.count == 1)
        withExtendedLifetime(token) {}
    }

    @Test func `feedbacks of a mounted reducer start at once, and end with the token`() async {
        let gate = Gate()
        let ended = Gate()
        let store = makeStore()
        let counter = store.scope(state: \.counter, action: \.counter)
        let token = counter.mount {
            EmptyReducer<Counter.State, Counter.Action>()
                .feedback({ $0.count + 100 }) { _, send in
                    try? await gate.wait()
                    await send(.increment)
                    ended.open()
                }
        }
        await gate.arrival()
        token.cancel()
        gate.open()
        try? await ended.wait()
        #expect(store.counter.count == 0)
    }

    @Test func `watches see the changes of the first action`() {
        let store = makeStore()
        let counter = store.scope(state: \.counter, action: \.counter)
        var seen: [[Int]] = []
        let token = counter.mount {
            EmptyReducer<Counter.State, Counter.Action>()
                .onChange(of: \.count, update: { old, new, _ in seen.append([old, new]) })
        }
        counter.send(.increment)
        #expect(seen == [[0, 1]])
        withExtendedLifetime(token) {}
    }
}
