// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// A feedback runs the queries of the state: it starts, keeps, and cancels by value.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FeedbackTests {
    private struct Search: Reducer {
        let recorder: RunRecorder
        struct State: Equatable {
            var query: String?
            var downloads: Set<Int> = []
            var requests: [String: Int] = [:]
            var text = ""
            var late: [String] = []
        }
        enum Action: Sendable { case set(@Sendable (inout State) -> Void), late(String) }

        var body: some Reducer<State, Action> {
            Update { state, action in
                switch action {
                case .set(let change): change(&state)
                case .late(let name): state.late.append(name)
                }
            }
            .feedback(\.query) { query, send in
                await run("query \(query)", send)
            }
            .feedback(each: \.downloads) { download, send in
                await run("download \(download)", send)
            }
            .feedback(eachEntry: \.requests) { key, request, send in
                await run("request \(key) \(request)", send)
            }
        }

        /// Runs until it is cancelled, and then tries to send.
        private var run: @Sendable (String, Send<Action>) async -> Void {
            { [recorder] name, send in
                await recorder.run(name)
                await send(.late(name))
                recorder.end(name)
            }
        }
    }

    private let recorder = RunRecorder()
}

extension FeedbackTests {
    private func store(_ state: Search.State = Search.State()) -> StoreOf<Search> {
        Store(initialState: state) { Search(recorder: recorder) }
    }

    @Test func `a query starts, keeps and cancels its effect by value`() async {
        let store = store()
        store.send(.set { $0.query = "a" })
        await recorder.isRunning(["query a"])
        store.send(.set { $0.query = "a" })
        store.send(.set { $0.text = "other" })
        store.send(.set { $0.query = "b" })
        await recorder.isRunning(["query b"])
        store.send(.set { $0.query = nil })
        await recorder.isRunning([])
        #expect(recorder.starts == ["query a": 1, "query b": 1])
        #expect(store.late == [])
    }

    @Test func `a query that changes and changes back within one action is left alone`() async {
        let store = store(Search.State(query: "a"))
        await recorder.isRunning(["query a"])
        store.send(
            .set { state in
                state.query = nil
                state.query = "b"
                state.query = "a"
            }
        )
        store.send(.set { $0.query = "c" })
        await recorder.isRunning(["query c"])
        #expect(recorder.starts == ["query a": 1, "query c": 1])
    }

    @Test func `every element of a set has an effect of its own`() async {
        let store = store()
        store.send(.set { $0.downloads = [1, 2, 3] })
        await recorder.isRunning(["download 1", "download 2", "download 3"])
        store.send(.set { $0.downloads = [2, 3, 4] })
        await recorder.isRunning(["download 2", "download 3", "download 4"])
        store.send(.set { $0.downloads.insert(1) })
        await recorder.isRunning(["download 1", "download 2", "download 3", "download 4"])
        #expect(recorder.starts == ["download 1": 2, "download 2": 1, "download 3": 1, "download 4": 1])
        #expect(store.late == [])
    }

    @Test func `every key of a dictionary has an effect of its own`() async {
        let store = store()
        store.send(.set { $0.requests = ["a": 1, "b": 1] })
        await recorder.isRunning(["request a 1", "request b 1"])
        store.send(.set { $0.requests["a"] = 2 })
        await recorder.isRunning(["request a 2", "request b 1"])
        store.send(.set { $0.requests["b"] = nil })
        await recorder.isRunning(["request a 2"])
        #expect(recorder.starts == ["request a 1": 1, "request a 2": 1, "request b 1": 1])
        #expect(store.late == [])
    }

    @Test func `queries of the initial state start when the store is made`() async {
        let store = store(Search.State(query: "a", downloads: [1], requests: ["k": 2]))
        await recorder.isRunning(["query a", "download 1", "request k 2"])
        store.close()
        await recorder.isRunning([])
        #expect(recorder.starts == ["query a": 1, "download 1": 1, "request k 2": 1])
    }

    @Test func `closing or releasing the store ends its feedbacks`() async {
        var store: StoreOf<Search>? = store(Search.State(query: "a"))
        await recorder.isRunning(["query a"])
        #expect(store?.query == "a")
        store = nil
        await recorder.isRunning([])
    }

    @Test func `a store on an actor of its own runs feedbacks`() async {
        let store = StoreActor(initialState: Search.State(query: "a")) { [recorder] in
            Search(recorder: recorder)
        }
        await recorder.isRunning(["query a"])
        await store.send(.set { $0.query = "b" })
        await recorder.isRunning(["query b"])
        await store.send(.set { $0.query = nil })
        await recorder.isRunning([])
        #expect(await store.state.late == [])
    }
}
