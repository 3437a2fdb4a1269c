// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct Timeline: Reducer {
    struct Post: Equatable, Identifiable, Sendable {
        let id: Int
        var text: String
    }

    struct Batch: Sendable {
        var posts: [Post]
        var nextPage: Int?
    }

    struct State: Equatable, Sendable {
        var posts: IdentifiedArrayOf<Post> = []
        /// The next page to load; `nil` at the end of the list.
        var nextPage: Int? = 0
        var isLoading = false
        var problem: String?
    }

    @CasePathable
    enum Action: Sendable {
        case endAppeared
        case refresh
        case loaded(Batch)
        case failed(String)
    }

    private enum Work { case page }

    @Dependency(\.timelineClient) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .endAppeared:
            guard !state.isLoading, let page = state.nextPage else { return .none }
            return load(page, into: &state)
        case .refresh:
            state = State()
            return load(0, into: &state)
        case .loaded(let batch):
            state.isLoading = false
            state.nextPage = batch.nextPage
            for post in batch.posts where state.posts[id: post.id] == nil { state.posts.append(post) }
            return .none
        case .failed(let problem):
            state.isLoading = false
            state.problem = problem
            return .none
        }
    }

    private func load(_ page: Int, into state: inout State) -> Effect<Action> {
        state.isLoading = true
        state.problem = nil
        return .run { send in
            await send(.loaded(try await client.page(number: page)))
        } catch: { error, send in
            await send(.failed("\(error)"))
        }
        .cancellable(id: Work.page, cancelInFlight: true)
    }
}
// page: end

// page: client
@Client
struct TimelineClient {
    var page: @Sendable (_ number: Int) async throws -> Timeline.Batch
}

extension Dependencies {
    var timelineClient: TimelineClient {
        get { self[TimelineClient.self] }
        set { self[TimelineClient.self] = newValue }
    }
}
// page: end

/// The tests of the article on pagination.
@MainActor
struct PaginateAList {
    func paged() async {
        // page: test
        let store = TestStore(initialState: Timeline.State()) {
            Timeline()
        } dependencies: {
            $0.timelineClient.page = { page in
                Timeline.Batch(
                    posts: [Timeline.Post(id: page, text: "Page \(page)")],
                    nextPage: page < 1 ? page + 1 : nil
                )
            }
        }
        await store.send(.endAppeared) { $0.isLoading = true }
        await store.send(.endAppeared)  // ignored while a page is loading
        await store.receive(\.loaded) {
            $0.posts = [Timeline.Post(id: 0, text: "Page 0")]
            $0.nextPage = 1
            $0.isLoading = false
        }
        await store.send(.endAppeared) { $0.isLoading = true }
        await store.receive(\.loaded) {
            $0.posts.append(Timeline.Post(id: 1, text: "Page 1"))
            $0.nextPage = nil
            $0.isLoading = false
        }
        await store.send(.endAppeared)  // the end of the list
        // page: end
    }

    func refreshed() async -> Bool {
        // page: explore
        let exploration = await explore {
            let store = TestStore(initialState: Timeline.State()) {
                Timeline()
            } dependencies: {
                $0.timelineClient.page = { page in
                    Timeline.Batch(posts: [Timeline.Post(id: page, text: "Page \(page)")], nextPage: page + 1)
                }
            }
            await store.send(.endAppeared)
            await store.send(.refresh)
            await store.finish()
            #expect(store.state.posts.ids == [0])
            #expect(store.state.nextPage == 1)
        }
        // page: end
        return exploration.isComplete
    }
}
