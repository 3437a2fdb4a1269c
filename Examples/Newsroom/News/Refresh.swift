// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Feeds
internal import Tributary

/// Feeds that are loaded, so many at once: each feed loads itself, and this says when.
public struct Refresh: Equatable, Sendable, Codable {
    /// How many feeds are loaded at once.
    static let width = 6

    /// The feeds that are to be loaded.
    public internal(set) var waiting: [Subscription.State.ID] = []
    /// The feeds that are being loaded.
    public internal(set) var running: Set<Subscription.State.ID> = []
    /// How many are loaded, or could not be.
    public internal(set) var done = 0
    /// How many of these could not be.
    public internal(set) var failed = 0
    /// How many articles are new.
    public internal(set) var new = 0

    /// How many feeds it is about.
    public var total: Int { waiting.count + running.count + done }
}

extension News.State {
    /// Loads feeds, besides those that are being loaded; one that is being loaded begins again.
    mutating func load(_ ids: [Subscription.State.ID]) -> Effect<News.Action> {
        var refresh = refresh ?? Refresh()
        let again = ids.filter(refresh.running.contains)
        refresh.waiting += ids.filter { !refresh.running.contains($0) && !refresh.waiting.contains($0) }
        self.refresh = refresh
        return Self.load(again).merge(with: loadNext())
    }

    /// Begins with what waits, as far as there is room, and tells how far it has come.
    mutating func loadNext() -> Effect<News.Action> {
        guard var refresh else { return .none }
        let count = min(refresh.waiting.count, Refresh.width - refresh.running.count)
        let next = Array(refresh.waiting.prefix(max(0, count)))
        refresh.waiting.removeFirst(next.count)
        refresh.running.formUnion(next)
        self.refresh = refresh
        return .send(.output(.loading(done: refresh.done, of: refresh.total))).merge(with: Self.load(next))
    }

    /// Notes that a feed has been loaded, or could not be.
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

    /// Takes a feed away; what it was loading ends with it.
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

    /// Tells what came of it, if nothing is left to load.
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
