// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Feeds
internal import Tributary

/// Loads several feeds at once, up to a limit: each feed loads itself, and `Refresh` starts it.
public struct Refresh: Equatable, Sendable, Codable {
    /// The number of feeds to load at once.
    static let width = 6

    /// The feeds that wait.
    public internal(set) var waiting: [Subscription.State.ID] = []
    /// The feeds being loaded.
    public internal(set) var running: Set<Subscription.State.ID> = []
    /// The number of feeds that are loaded or failed.
    public internal(set) var done = 0
    /// The number of feeds that failed.
    public internal(set) var failed = 0
    /// The number of new articles.
    public internal(set) var new = 0

    /// The number of all feeds in this refresh.
    public var total: Int { waiting.count + running.count + done }
}

extension News.State {
    /// Loads feeds in addition to those being loaded; a feed that is already in loading starts again.
    mutating func load(_ ids: [Subscription.State.ID]) -> Effect<News.Action> {
        var refresh = refresh ?? Refresh()
        let again = ids.filter(refresh.running.contains)
        refresh.waiting += ids.filter { !refresh.running.contains($0) && !refresh.waiting.contains($0) }
        self.refresh = refresh
        return Self.load(again).merge(with: loadNext())
    }

    /// Starts waiting feeds, up to the limit, and reports the progress.
    mutating func loadNext() -> Effect<News.Action> {
        guard var refresh else { return .none }
        let count = min(refresh.waiting.count, Refresh.width - refresh.running.count)
        let next = Array(refresh.waiting.prefix(max(0, count)))
        refresh.waiting.removeFirst(next.count)
        refresh.running.formUnion(next)
        self.refresh = refresh
        return .send(.output(.loading(done: refresh.done, of: refresh.total))).merge(with: Self.load(next))
    }

    /// Records that a feed was loaded, or failed.
    mutating func didLoad(_ id: Subscription.State.ID, failed: Bool = false) -> Effect<News.Action> {
        forgetMarks(of: id)
        if case .found(let text) = place { find(text) }
        guard var refresh, let feed = feeds[id: id], refresh.running.remove(id) != nil else { return .none }
        refresh.done += 1
        refresh.new += feed.newCount
        if failed { refresh.failed += 1 }
        self.refresh = refresh
        return endRefresh(lastly: feed) ?? loadNext()
    }

    /// Removes a feed, and cancels its loading.
    mutating func remove(_ feed: Subscription.State) -> Effect<News.Action> {
        feeds.remove(id: feed.id)
        for reader in marks.keys { marks[reader]?[feed.id] = nil }
        found[feed.id] = nil
        if opened?.feed == feed.id { opened = nil }
        if place == .feed(feed.id) { place = .feeds }
        refresh?.waiting.removeAll { $0 == feed.id }
        let wasRunning = refresh?.running.remove(feed.id) != nil
        let end = endRefresh(lastly: nil) ?? (wasRunning ? loadNext() : .none)
        return end.merge(with: .send(.output(.removed(title: feed.title))))
    }

    /// Reports the result, if no feed is left to load.
    private mutating func endRefresh(lastly feed: Subscription.State?) -> Effect<News.Action>? {
        guard let refresh, refresh.waiting.isEmpty, refresh.running.isEmpty else { return nil }
        self.refresh = nil
        guard refresh.done == 1, let feed else {
            return .send(.output(.refreshed(feeds: refresh.done, new: refresh.new, failed: refresh.failed)))
        }
        let output: News.Action.Output =
            if let problem = feed.problem {
                .failed(problem)
            } else {
                .loaded(title: feed.title, count: feed.feed?.articles.count ?? 0, new: refresh.new)
            }
        return .send(.output(output))
    }

    private static func load(_ ids: [Subscription.State.ID]) -> Effect<News.Action> {
        .merge(ids.map { .send(.feeds(.element(id: $0, action: .load))) })
    }
}
