// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// A store is closed by code that has only its handle: a service, another thread.
@Suite("Closing through a handle", .timeLimit(.minutes(30)))
struct ClosingHandleTests {
    private let recorder = DiagnosticRecorder()
}

extension ClosingHandleTests {
    private func storeActor() -> StoreActor<Counter.State, Counter.Action> {
        StoreActor(initialState: Counter.State()) {
            Counter()
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @MainActor
    private func store() -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `closes the store from any thread, once`() async {
        let store = storeActor()
        let handle = await store.handle
        await handle.send(.increment).finish()
        let effect = handle.send(.incrementLater)
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { await handle.close().finish() } }
        }
        await effect.finish()
        // The store may be closed before the action has its turn, which is reported, too.
        let told = recorder.identifiers.filter { $0 != .actionsDroppedByClose }
        #expect(told == Array(repeating: .closedTwice, count: 3))
        await handle.send(.increment).finish()
        #expect(recorder.identifiers.last == .sendAfterClose)
        let count = await handle.state?.count ?? 0
        #expect(1...2 ~= count, "A closed store still has its last state")
    }

    @MainActor
    @Test func `a service closes its store, and the services' last actions are reduced`() async {
        let recorder = recorder
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let log = EventLog()
        let closing = LoggingService(
            "closing",
            log,
            onChange: { if $0 == 1 { $1.close() } },
            onStop: { $0.send("closing says goodbye") }
        )
        let other = LoggingService("other", log, onStop: { $0.send("other, too") })
        let tokens = [store.attach(closing), store.attach(other)]
        store.send("work")
        #expect(store.state == ["work", "closing says goodbye", "other, too"])
        store.send("late")
        #expect(recorder.identifiers == [.sendAfterClose])
        withExtendedLifetime(tokens) {}
    }

    @MainActor
    @Test func `the handle of a scope closes nothing, nor does that of a released store`() async {
        var store: StoreOf<Dashboard>? = store()
        let scope = store?.scope(state: \.counter, action: \.counter).handle
        await scope?.close().finish()
        #expect(recorder.identifiers == [.scopeClosed])
        await scope?.send(.increment).finish()
        #expect(store?.counter.count == 1)
        let handle = store?.handle
        store = nil
        await handle?.close().finish()
        #expect(recorder.identifiers == [.scopeClosed])
    }

    @Test func `an endless turn is reported with its end`() async {
        let reported = Mutex<[Diagnostic.Identifier]>([])
        let handle = Mutex<StoreHandle<Int, Int>?>(nil)
        let store = StoreActor(initialState: 0) {
            Reduce { (count: inout Int, _: Int) in
                count &+= 1
                return .send(1)
            }
        } dependencies: {
            $0.diagnosticReporter = DiagnosticReporter { diagnostic in
                reported.withLock { $0.append(diagnostic.identifier) }
                if diagnostic.identifier == .endlessTurn { _ = handle.withLock { $0 }?.close() }
            }
        }
        let weakly = await store.handle
        handle.withLock { $0 = weakly }
        await store.send(1).finish()
        #expect(reported.withLock { $0 } == [.endlessTurn, .actionsDroppedByClose])
        await #expect(10_000..<10_010 ~= store.state)
    }
}
