// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Testing
import Tributary
import TributaryTesting

@testable import News

@Suite("A subscription", .timeLimit(.minutes(30)))
struct SubscriptionTests {
    private let river = Feed(title: "River", articles: [Article(id: "a", title: "One")])
    private let tag = FeedValidators(entityTag: "\"1\"", lastModified: nil)

    @Test("sends the server's validators, and changes nothing if they are still valid")
    func conditional() async {
        let store = TestStore(initialState: Subscription.State(id: "river")) {
            Subscription()
        } dependencies: {
            $0.newsClient = NewsClient { [river, tag] _, validators in
                validators == tag ? .unchanged : .feed(river, tag)
            }
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.loaded) { [river, tag] in
            $0.feed = river
            $0.validators = tag
            $0.isLoading = false
            $0.newCount = 1
        }
        await store.send(.load) { $0.isLoading = true }
        await store.receive(\.unchanged) {
            $0.isLoading = false
            $0.newCount = 0
        }
        await store.finish()
    }

    @Test("shows why it could not be loaded, until it can")
    func fails() async {
        var state = Subscription.State(id: "river", name: "The river")
        #expect(state.title == "The river")
        Subscription().reduce(into: &state, actions: [.failed("No.")])
        #expect(state.problem == "No.")
        Subscription().reduce(into: &state, actions: [.unchanged])
        #expect(state.problem == nil)
        Subscription().reduce(into: &state, actions: [.loaded(river, nil)])
        #expect(state.title == "River")
    }
}
