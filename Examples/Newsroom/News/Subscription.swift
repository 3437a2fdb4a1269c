// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary
public import TributaryLog

/// A subscribed feed: it loads itself, and keeps its content if loading fails.
public struct Subscription: Reducer, Sendable {
    /// The state of a feed.
    public struct State: Equatable, Sendable, Codable, Identifiable {
        /// The number of articles to keep that the feed itself no longer lists.
        static let capacity = 200

        /// Its address.
        public let id: String
        /// The title in a list of feeds.
        public internal(set) var name: String?
        /// The content, as last loaded, with older articles that the feed no longer lists.
        public internal(set) var feed: Feed?
        /// The server's validators for the content.
        public internal(set) var validators: FeedValidators?
        /// Whether the feed is being loaded.
        public internal(set) var isLoading = false
        /// The reason why it could not be loaded the last time.
        public internal(set) var problem: String?
        /// The number of new articles when it was last loaded.
        public internal(set) var newCount = 0

        /// A feed that is not loaded yet.
        public init(id: String, name: String? = nil) {
            self.id = id
            self.name = name
        }

        /// The title to show.
        public var title: String { feed?.title ?? name ?? id }
    }

    /// The actions of a subscribed feed.
    @CasePathable
    public enum Action: Sendable {
        case load
        case loaded(Feed, FeedValidators?)
        case unchanged
        case failed(String)
    }

    private enum Work: Hashable { case loading }

    @Dependency(\.newsClient) private var newsClient

    /// Makes the feature; it uses the dependency `newsClient`.
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

    /// Inserts new articles before the existing ones; a feed lists only its latest articles.
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
    /// The versions of the actions' format; there is only one so far.
    public static var coding: ActionCoding<Self> { .version(1) }
}
