// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A feedback at a store runs for as long as its token, its store, and its query exist.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct StoreFeedbackTests {
    private let recorder = RunRecorder()
    private let inner = RunRecorder()
}

extension StoreFeedbackTests {
    private func store(_ change: (inout Asking.State) -> Void = { _ in }) -> StoreOf<Asking> {
        var state = Asking.State(id: 0)
        change(&state)
        return Store(initialState: state) { Asking(recorder: inner) }
    }

    @Test func `a query starts, keeps and cancels its effect, until the token is dropped`() async {
        let store = store { $0.query = 1 }
        let recorder = recorder
        var token: ObservationToken? = store.attach(
            Feedback(\.query) { query, send in
                await recorder.run("\(query)")
                await send(.late)
                recorder.end("\(query)")
            }
        )
        await recorder.isRunning(["1"])
        store.send(.change { $0.query = 2 })
        store.send(.change { $0.downloads = [7] })
        await recorder.isRunning(["2"])
        #expect(token != nil)
        token = nil
        await recorder.isRunning([])
        store.send(.change { $0.query = 3 })
        await inner.isRunning(["query 3", "download 7"])
        #expect(recorder.starts == ["1": 1, "2": 1])
        #expect(store.downloads == [7], "What is sent late is dropped")
    }

    @Test func `a set and a dictionary have an effect for each element`() async {
        let store = store()
        let recorder = recorder
        let tokens = [
            store.attach(
                Feedback(each: \.downloads) { download, send in
                    await recorder.run("download \(download)")
                    recorder.end("download \(download)")
                }
            ),
            store.attach(
                Feedback(eachEntry: \.requests) { key, request, send in
                    await recorder.run("request \(key) \(request)")
                    recorder.end("request \(key) \(request)")
                }
            ),
        ]
        store.send(
            .change {
                $0.downloads = [1, 2]
                $0.requests = [1: 1, 2: 1]
            }
        )
        await recorder.isRunning(["download 1", "download 2", "request 1 1", "request 2 1"])
        store.send(
            .change {
                $0.downloads = [2, 3]
                $0.requests = [1: 2, 2: 1]
            }
        )
        await recorder.isRunning(["download 2", "download 3", "request 1 2", "request 2 1"])
        tokens[0].cancel()
        await recorder.isRunning(["request 1 2", "request 2 1"])
        store.close()
        await recorder.isRunning([])
        #expect(recorder.starts.count == 6 && recorder.starts.values.allSatisfy { $0 == 1 })
        withExtendedLifetime(tokens) {}
    }

    @Test func `at a scope, it sees the part, and ends while the part is away`() async throws {
        let store = store { $0.sheet = Asking.Leaf(id: 1, query: 1) }
        let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
        let recorder = recorder
        let token = sheet.attach(
            Feedback(\.query) { query, send in
                await recorder.run("\(query)")
                recorder.end("\(query)")
            }
        )
        await recorder.isRunning(["1"])
        store.send(.change { $0.sheet?.query = 2 })
        await recorder.isRunning(["2"])
        store.send(.change { $0.sheet = nil })
        await recorder.isRunning([])
        store.send(.change { $0.sheet = Asking.Leaf(id: 1, query: 2) })
        await recorder.isRunning(["2"])
        #expect(recorder.starts == ["1": 1, "2": 2])
        withExtendedLifetime((token, sheet)) {}
    }

    @Test func `it sends actions of the scope, and the action that set the query waits for it`()
        async
    {
        let store = store()
        let always = store.scope(state: \.always, action: \.always)
        let token = always.attach(
            Feedback(\.changes) { changes, send in
                if changes == 1 { await send(.ask(nil)) }
            }
        )
        await store.send(.always(.ask(nil))).finish()
        #expect(store.always.changes == 2)
        withExtendedLifetime(token) {}
    }

    @Test func `it starts after the listeners received the action`() async {
        let store = store()
        let recorder = recorder
        let token = store.attach(
            Feedback(\.query) { query, send in
                await recorder.run("\(query)")
                recorder.end("\(query)")
            }
        )
        var heard: [Int] = []
        let listener = store.onAction { [recorder] _ in heard.append(recorder.starts.count) }
        store.send(.change { $0.query = 1 })
        #expect(heard == [0])
        await recorder.isRunning(["1"])
        withExtendedLifetime((token, listener)) {}
    }

    @Test func `on a store with an actor of its own`() async {
        let inner = inner
        let recorder = recorder
        let store = StoreActor(initialState: Asking.State(id: 0)) { Asking(recorder: inner) }
        let token = await store.attach(
            Feedback({ $0.query }) { query, send in
                await recorder.run("\(query)")
                recorder.end("\(query)")
            }
        )
        await store.send(.change { $0.query = 1 })
        await recorder.isRunning(["1"])
        await store.send(.change { $0.query = 2 })
        await recorder.isRunning(["2"])
        token.cancel()
        await recorder.isRunning([])
    }

    @Test func `adding one to a closed store is a diagnostic`() async {
        let diagnostics = DiagnosticRecorder()
        let store = Store(initialState: Asking.State(id: 0)) {
            Asking(recorder: inner)
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        store.close()
        let token = store.attach(Feedback(\.always.id) { _, _ in Issue.record("It must not run.") })
        #expect(diagnostics.identifiers == [.attachedAfterClose])
        withExtendedLifetime(token) {}
    }
}
