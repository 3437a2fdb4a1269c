// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary
public import TributaryLog

/// A feed that is read: it loads itself, and keeps what it had when that fails.
public struct Subscription: Reducer, Sendable {
    /// What is known of the feed.
    public struct State: Equatable, Sendable, Codable, Identifiable {
        /// How many articles are kept that the feed itself does not list any more.
        static let capacity = 200

        /// Its address.
        public let id: String
        /// What a list of feeds calls it.
        public internal(set) var name: String?
        /// What it held when it was loaded last, and before that what it lists no more.
        public internal(set) var feed: Feed?
        /// What its server called that.
        public internal(set) var validators: FeedValidators?
        /// Whether it is being loaded.
        public internal(set) var isLoading = false
        /// Why it could not be loaded the last time.
        public internal(set) var problem: String?
        /// How many articles came the last time that had not been there.
        public internal(set) var newCount = 0

        /// A feed of which nothing is known but where it is.
        public init(id: String, name: String? = nil) {
            self.id = id
            self.name = name
        }

        /// What to call it.
        public var title: String { feed?.title ?? name ?? id }
    }

    /// What can happen.
    @CasePathable
    public enum Action: Sendable {
        case load
        case loaded(Feed, FeedValidators?)
        case unchanged
        case failed(String)
    }

    private enum Work: Hashable { case loading }

    @Dependency(\.newsClient) private var newsClient

    /// Makes the feature; it asks its store for a `newsClient`.
    public init() {}

    /// Changes the state by an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .load:
            state.isLoading = true
            return loading(state.id, state.validators)
        case .loaded(let feed, let validators):
            state.take(feed)
            state.validators = validators
            state.end()
        case .unchanged:
            state.newCount = 0
            state.end()
        case .failed(let reason):
            state.newCount = 0
            state.end(reason)
        }
        return .none
    }

    private func loading(_ id: State.ID, _ validators: FeedValidators?) -> Effect<Action> {
        .run { [newsClient] send in
            switch try await newsClient.load(id, validators) {
            case .feed(let feed, let validators): await send(.loaded(feed, validators))
            case .unchanged: await send(.unchanged)
            }
        } catch: { error, send in
            await send(.failed("\(error)"))
        }
        .cancellable(id: Work.loading, cancelInFlight: true)
    }
}

extension Subscription.State {
    fileprivate mutating func end(_ problem: String? = nil) {
        isLoading = false
        self.problem = problem
    }

    /// Puts what is new in front of what was there; a feed lists only its latest articles.
    fileprivate mutating func take(_ feed: Feed) {
        let old = self.feed?.articles ?? []
        let known = Set(old.map(\.id))
        let listed = Set(feed.articles.map(\.id))
        newCount = feed.articles.count { !known.contains($0.id) }
        self.feed = feed
        let kept = old.filter { !listed.contains($0.id) }.prefix(max(0, Self.capacity - feed.articles.count))
        self.feed?.articles += kept
    }
}

extension Subscription.Action: Journaled {
    /// What has changed since actions are kept: nothing yet.
    public static var coding: ActionCoding<Self> { .version(1) }
}
