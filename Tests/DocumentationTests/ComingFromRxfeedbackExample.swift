// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct Titles: Reducer {
    struct Request: Equatable, Sendable { var query: String, page: Int }

    struct State: Equatable, Sendable {
        var query = ""
        var titles: [String] = []
        var nextPage: Int?
        var isOffline = false

        var request: Request? { nextPage.map { Request(query: query, page: $0) } }
    }

    @CasePathable
    enum Action: Sendable {
        case typed(String)
        case bottomReached
        case answered([String])
        case failed
    }

    @Dependency(\.titlesClient) var client

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .typed(let query):
                state = State(query: query, nextPage: 0)
            case .bottomReached:
                state.nextPage = state.titles.count / 2
            case .answered(let titles):
                state.titles += titles
                state.nextPage = nil
            case .failed:
                state.isOffline = true
                state.nextPage = nil
            }
        }
        .feedback(\.request) { request, send in
            await send(.answered(try await client.titles(query: request.query, page: request.page)))
        } catch: { _, send in
            await send(.failed)
        }
    }
}
// page: end

// page: client
@Client
struct TitlesClient {
    var titles: @Sendable (_ query: String, _ page: Int) async throws -> [String]
}

extension Dependencies {
    var titlesClient: TitlesClient {
        get { self[TitlesClient.self] }
        set { self[TitlesClient.self] = newValue }
    }
}
// page: end

/// Downloads with each kind of feedback.
struct Downloads: Reducer {
    struct State: Equatable, Sendable {
        var wanted: Set<String> = []
        var sizes: [String: Int] = [:]
        var seen: [String] = []
    }

    enum Action: Sendable { case want(String), size(String, Int), seen(String) }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .want(let name): state.wanted.insert(name)
            case .size(let name, let size): state.sizes[name] = size
            case .seen(let text): state.seen.append(text)
            }
        }
        .feedback(each: \.wanted) { name, send in await send(.seen(name)) }
        .feedback(eachEntry: \.sizes) { name, size, send in await send(.seen("\(name): \(size)")) }
    }
}

/// A source of actions that does not depend on the state.
private func names() -> AsyncStream<String> {
    AsyncStream { names in
        names.yield("a")
        names.finish()
    }
}

/// The examples and the tables of the article.
@MainActor
struct ComingFromRxFeedback {
    func used() async -> [String] {
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: use
        let store = Store(initialState: Titles.State()) {
            Titles()
        } dependencies: {
            $0.titlesClient.titles = { query, page in ["\(query) \(page)a", "\(query) \(page)b"] }
        }
        let token = store.observe(\.titles.count) { count in print("\(count) titles") }  // prints 0 titles
        await store.send(.typed("tea")).finish()  // prints 2 titles
        await store.send(.bottomReached).finish()  // prints 4 titles
        // page: end
        withExtendedLifetime(token) {}
        return printed.lines + store.titles
    }

    func tested() async {
        // page: test
        let store = TestStore(initialState: Titles.State()) {
            Titles()
        } dependencies: {
            $0.titlesClient.titles = { query, page in ["\(query) \(page)"] }
        }
        await store.send(.typed("tea")) {
            $0.query = "tea"
            $0.nextPage = 0
        }
        await store.receive(\.answered) {
            $0.titles = ["tea 0"]
            $0.nextPage = nil
        }
        // page: end
    }

    func attached() async -> [String] {
        let store = Store(initialState: Titles.State()) {
            Update<Titles.State, Titles.Action> { state, action in
                switch action {
                case .typed(let query): state.query = query
                case .answered(let titles): state.titles += titles
                case .bottomReached, .failed: break
                }
            }
        }
        // page: attach
        let token = store.attach(
            Feedback {
                $0.query.isEmpty ? nil : $0.query
            } operation: { query, send in
                await send(.answered([query]))
            }
        )
        // page: end
        await store.send(.typed("tea")).finish()
        withExtendedLifetime(token) {}
        return store.titles
    }

    func failed() async -> Bool {
        let store = Store(initialState: Titles.State()) {
            Titles()
        } dependencies: {
            $0.titlesClient.titles = { _, _ in throw CancellationError() }
        }
        await store.send(.typed("tea")).finish()
        return store.isOffline
    }

    func downloaded() async -> [String] {
        let store = Store(initialState: Downloads.State()) { Downloads() }
        await store.send(.want("a")).finish()
        await store.send(.want("b")).finish()
        await store.send(.size("a", 1)).finish()
        await store.send(.size("a", 2)).finish()
        let task = store.run { store in store.send(.seen("sent")) }
        await task.finish()
        let seen = store.seen
        store.close()
        return seen
    }

    func streamed() async -> [String] {
        let store = Store(initialState: Downloads.State()) {
            Reduce<Downloads.State, Downloads.Action> { state, action in
                guard case .want = action else {
                    return Downloads().reduce(into: &state, action: action)
                }
                return .stream({ names() }) { name in .seen(name) }
            }
        }
        await store.send(.want("a")).finish()
        return store.seen
    }

    func elsewhere() async -> Int {
        let store = StoreActor(initialState: Downloads.State()) { Downloads() }
        await store.send(.want("a")).finish()
        return await store.seen.count
    }
}
