// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Asynchronous closures that have the store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct StoreRunTests {}

extension StoreRunTests {
    private func makeStore(_ recorder: DiagnosticRecorder = DiagnosticRecorder()) -> Store<
        Counter.State, Counter.Action
    > {
        Store(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `a closure reads the state between its sends, and is waited for`() async {
        let store = makeStore()
        let task = store.run { store in
            while store.count < 3 { await store.send(.incrementLater).finish() }
            store.send(.add(10))
        }
        #expect(store.count == 0)
        await task.finish()
        #expect(store.count == 13)
    }

    @Test func `an error is a diagnostic with its place`() async {
        struct Failure: Error {}
        let recorder = DiagnosticRecorder()
        let store = makeStore(recorder)
        let line: UInt = #line + 1
        await store.run { _ in throw Failure() }.finish()
        #expect(recorder.identifiers == [.uncaughtEffectError])
        #expect(recorder.diagnostics[0].site == SourceSite(line: line))
    }

    @Test func `cancelling the task cancels the closure, and is no error`() async {
        let gate = Gate()
        let recorder = DiagnosticRecorder()
        let store = makeStore(recorder)
        let task = store.run { store in
            try await gate.wait()
            store.send(.increment)
        }
        await gate.arrival()
        task.cancel()
        await task.finish()
        #expect(store.count == 0)
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `closing the store cancels the closure, and a closed store runs none`() async {
        let gate = Gate()
        let recorder = DiagnosticRecorder()
        let store = makeStore(recorder)
        let task = store.run { _ in try await gate.wait() }
        await gate.arrival()
        store.close()
        await task.finish()
        #expect(recorder.identifiers.isEmpty)
        await store.run { _ in Issue.record("A closed store runs nothing.") }.finish()
        #expect(recorder.identifiers == [.attachedAfterClose])
    }

    @Test func `the store is released when the closure has ended`() async {
        var store: Store<Counter.State, Counter.Action>? = makeStore()
        weak let witness = store
        let task = store?.run { await $0.send(.incrementLater).finish() }
        store = nil
        await task?.finish()
        #expect(witness == nil)
    }

    @Test func `a closure may be run by a scope, and in the middle of a turn`() async {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        store.send(.openSheet)
        await store.scope(state: \.sheet, action: \.sheet)?.run { await $0.send(.incrementLater).finish() }
            .finish()
        #expect(store.sheet?.count == 1)
        var task: StoreTask?
        let token = store.onAction { record in
            if record.action == .closeSheet { task = store.run { $0.send(.openSheet) } }
        }
        store.send(.closeSheet)
        #expect(store.sheet == nil)
        await task?.finish()
        #expect(store.sheet?.count == 0)
        token.cancel()
    }

    @Test func `a closure runs on the actor of a store that has its own`() async {
        let store = StoreActor(initialState: Counter.State()) { Counter() }
        let task = await store.run { store in
            store.assertIsolated()
            store.send(.increment)
            await store.send(.incrementLater).finish()
            if store.state.count == 2 { store.send(.add(40)) }
        }
        await task.finish()
        #expect(await store.state.count == 42)
    }
}
