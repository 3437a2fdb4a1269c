// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary
public import TributaryLog

/// Loads and shows feeds, for a guest or for members.
///
/// It knows neither accounts nor apps: the reader is an input, and events are outputs.
public struct News: Reducer, Sendable {
    /// The actions of News.
    @CasePathable
    public enum Action: Sendable {
        /// Loads the feed in the list, or all feeds.
        case load
        /// Loads all feeds.
        case refresh
        /// Loads the feeds that were being loaded when the program ended, because effects do not restart by
        /// themselves.
        case resume
        case feeds(IdentifiedAction<Subscription.State.ID, Subscription.Action>)
        /// Opens the feed or the article with this number in the list, counted from one.
        case open(Int)
        /// Opens the next unread article, below the open one or in another feed.
        case openNext
        /// Closes the article, or returns to the feeds.
        case close
        /// Adds the feed at an address, and loads it.
        case add(String)
        /// Removes the feed with this number among the feeds.
        case remove(Int)
        /// Shows the articles that contain this text; an empty text shows the feeds.
        case search(String)
        /// Marks the article with this number as read or unread; without a number, marks all articles of the
        /// list as read.
        case mark(Int?)
        /// Follows the link of the article with this number, or of the open one.
        case follow(Int?)
        case followed(String, isShown: Bool)
        /// Adds the feeds of a list in a file.
        case importList(path: String)
        case imported([SubscriptionList.Item])
        /// Writes a list of the feeds to a file.
        case exportList(path: String)
        case exported(path: String)
        case failed(String)
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        public enum Input: Equatable, Sendable, Codable {
            case readerChanged(Reader)
        }

        /// The outputs to the outside.
        public enum Output: Equatable, Sendable, Codable {
            case loading(done: Int, of: Int)
            case loaded(title: String, count: Int, new: Int)
            case refreshed(feeds: Int, new: Int, failed: Int)
            case entered(title: String, unread: Int)
            case opened(title: String)
            case closed
            case removed(title: String)
            case found(text: String, count: Int)
            case marked(count: Int, isRead: Bool)
            case followed(link: String, isShown: Bool)
            case imported(count: Int)
            case exported(count: Int, path: String)
            case failed(String)
        }
    }

    private enum Work: Hashable { case list }

    @Dependency(\.newsClient) private var newsClient

    /// Makes the feature; it uses the dependency `newsClient`.
    public init() {}

    /// The feature.
    public var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .load:
                if case .feed(let id) = state.place { return state.load([id]) }
                return state.load(state.feeds.ids.map(\.self))
            case .refresh: return state.load(state.feeds.ids.map(\.self))
            case .resume: return state.load(state.refresh.map { Array($0.running) } ?? [])
            case .feeds(.element(let id, .failed)): return state.didLoad(id, failed: true)
            case .feeds(.element(let id, .loaded)), .feeds(.element(let id, .unchanged)):
                return state.didLoad(id)
            case .open(let number): return state.open(number)
            case .openNext: return state.openNext()
            case .close: return state.close()
            case .add(let address): return state.add(address)
            case .remove(let number): return state.remove(number)
            case .search(let text): return state.search(text)
            case .mark(let number): return state.mark(number)
            case .follow(let number): return follow(number, in: state)
            case .followed(let link, let isShown):
                return .send(.output(.followed(link: link, isShown: isShown)))
            case .importList(let path): return importList(path)
            case .imported(let items): return state.add(items)
            case .exportList(let path): return exportList(path, of: state)
            case .exported(let path):
                return .send(.output(.exported(count: state.feeds.count, path: path)))
            case .failed(let reason): return .send(.output(.failed(reason)))
            case .feeds, .input, .output: return .none
            }
        }
        .forEach(\.feeds, action: \.feeds) { Subscription() }
        Update { state, action in
            if case .input(.readerChanged(let reader)) = action { state.reader = reader }
        }
    }

    private func follow(_ number: Int?, in state: State) -> Effect<Action> {
        let entry: Entry
        switch state.entry(number) {
        case .success(let found): entry = found
        case .failure(let refusal): return refusal.effect
        }
        guard let link = entry.article.link, Link.isHarmless(link) else {
            return Refusal("“\(entry.article.title)” has no link that can be followed.").effect
        }
        return .run { [newsClient] send in
            await send(.followed(link, isShown: await newsClient.follow(link)))
        }
    }

    private func importList(_ path: String) -> Effect<Action> {
        .run { [newsClient] send in
            await send(.imported(try await newsClient.readList(path)))
        } catch: { error, send in
            await send(.failed("\(error)"))
        }
        .cancellable(id: Work.list, cancelInFlight: true)
    }

    private func exportList(_ path: String, of state: State) -> Effect<Action> {
        let items = state.feeds.map { SubscriptionList.Item(address: $0.id, title: $0.title) }
        return .run { [newsClient] send in
            try await newsClient.writeList(path, items)
            await send(.exported(path: path))
        } catch: { error, send in
            await send(.failed("\(error)"))
        }
        .cancellable(id: Work.list, cancelInFlight: true)
    }
}

/// The reason why a request is refused.
struct Refusal: Error {
    private let reason: String

    init(_ reason: String) { self.reason = reason }

    /// Emits it as an output.
    var effect: Effect<News.Action> { .send(.output(.failed(reason))) }
}

extension News.Action: Journaled {
    /// The versions of the actions' format.
    ///
    /// Version 1 knew one feed; its store has other names in the journal, and is not read any more.
    public static var coding: ActionCoding<Self> { .version(2).child(\.feeds) }
}
