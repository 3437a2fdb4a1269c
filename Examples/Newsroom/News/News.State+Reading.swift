// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Feeds
internal import Tributary

extension News.State {
    /// The article with this number in the list; without a number, the open article.
    func entry(_ number: Int?) -> Result<News.Entry, Refusal> {
        guard let number else {
            return opened.map(Result.success) ?? .failure(Refusal("No article is open; give its number."))
        }
        let entries = entries
        guard !entries.isEmpty else { return .failure(noArticles) }
        guard number >= 1, number <= entries.count else {
            return .failure(
                Refusal("There is no article \(number); they are numbered from 1 to \(entries.count).")
            )
        }
        return .success(entries[number - 1])
    }

    /// Opens the feed or article with this number in the list.
    mutating func open(_ number: Int) -> Effect<News.Action> {
        if place == .feeds { return enter(number) }
        switch entry(number) {
        case .success(let entry): return show(entry)
        case .failure(let refusal): return refusal.effect
        }
    }

    /// Opens the next unread article: below the open one, above it, or in the next feed that has one.
    mutating func openNext() -> Effect<News.Action> {
        let entries = entries
        let start = opened.flatMap { entries.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        if let next = (entries[start...] + entries[..<start]).first(where: { !isRead($0) }) {
            return show(next)
        }
        guard let feed = feeds.first(where: { unreadCount(of: $0) > 0 }) else {
            return Refusal("Everything is read.").effect
        }
        place = .feed(feed.id)
        guard let next = self.entries.first(where: { !isRead($0) }) else { return .none }
        return show(next)
    }

    mutating func close() -> Effect<News.Action> {
        if opened != nil {
            opened = nil
        } else {
            place = .feeds
            found = [:]
        }
        return .send(.output(.closed))
    }

    mutating func search(_ text: String) -> Effect<News.Action> {
        opened = nil
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { return close() }
        guard text.count <= 200, Link.isPlain(text) else {
            return Refusal("What is searched has at most 200 letters, and nothing that can't be seen.").effect
        }
        find(text)
        return .send(.output(.found(text: text, count: count)))
    }

    /// Marks an article as read or unread; without a number, marks all articles of the list as read.
    mutating func mark(_ number: Int?) -> Effect<News.Action> {
        guard let number else { return markAll(place == .feeds ? nil : entries) }
        if place == .feeds {
            switch feed(number) {
            case .success(let feed): return markAll(Self.entries(of: feed))
            case .failure(let refusal): return refusal.effect
            }
        }
        switch entry(number) {
        case .success(let entry):
            let isRead = !isRead(entry)
            mark(entry, isRead: isRead)
            return Self.tell(.marked(count: 1, isRead: isRead))
        case .failure(let refusal): return refusal.effect
        }
    }

    private mutating func markAll(_ entries: [News.Entry]?) -> Effect<News.Action> {
        let unread = (entries ?? feeds.flatMap(Self.entries)).filter { !isRead($0) }
        for entry in unread { mark(entry) }
        return Self.tell(.marked(count: unread.count, isRead: true))
    }

    /// Emits an output when it is durable: recorded stores start effects with work only then.
    private static func tell(_ output: News.Action.Output) -> Effect<News.Action> {
        .run { send in await send(.output(output)) }
    }

    private mutating func enter(_ number: Int) -> Effect<News.Action> {
        switch feed(number) {
        case .success(let feed):
            place = .feed(feed.id)
            return .send(.output(.entered(title: feed.title, unread: unreadCount(of: feed))))
        case .failure(let refusal): return refusal.effect
        }
    }

    private mutating func show(_ entry: News.Entry) -> Effect<News.Action> {
        opened = entry
        mark(entry)
        return .send(.output(.opened(title: entry.article.title)))
    }

    private var noArticles: Refusal {
        switch place {
        case .found: Refusal("Nothing was found.")
        case .feed, .feeds: Refusal("Nothing is loaded yet; load the feed first.")
        }
    }

    private static func entries(of feed: Subscription.State) -> [News.Entry] {
        feed.feed?.articles.map { News.Entry(feed: feed.id, article: $0) } ?? []
    }
}

extension News.State {
    /// The feed with this number among the feeds.
    func feed(_ number: Int) -> Result<Subscription.State, Refusal> {
        guard !feeds.isEmpty else { return .failure(Refusal("There is no feed; add one first.")) }
        guard number >= 1, number <= feeds.count else {
            return .failure(
                Refusal("There is no feed \(number); they are numbered from 1 to \(feeds.count).")
            )
        }
        return .success(feeds[number - 1])
    }

    /// Adds a feed, and loads it.
    mutating func add(_ address: String) -> Effect<News.Action> {
        guard !address.isEmpty, address.utf8.count <= 2_000, Link.isPlain(address) else {
            return Refusal("An address has 1 to 2000 letters, and nothing that can't be seen.").effect
        }
        guard feeds[id: address] == nil else { return Refusal("“\(address)” is there already.").effect }
        guard feeds.count < Self.capacity else {
            return Refusal("There are \(Self.capacity) feeds, and no more can be added.").effect
        }
        feeds.append(Subscription.State(id: address))
        return load([address])
    }

    /// Adds the feeds of a list that are missing, and loads them.
    mutating func add(_ items: [SubscriptionList.Item]) -> Effect<News.Action> {
        let new = items.filter { feeds[id: $0.address] == nil && Link.isPlain($0.address) }
            .prefix(Self.capacity - feeds.count)
        for item in new { feeds.append(Subscription.State(id: item.address, name: item.title)) }
        return .send(.output(.imported(count: new.count))).merge(with: load(new.map(\.address)))
    }

    mutating func remove(_ number: Int) -> Effect<News.Action> {
        switch feed(number) {
        case .success(let feed): remove(feed)
        case .failure(let refusal): refusal.effect
        }
    }
}

/// Checks for addresses that come from feeds or from people.
enum Link {
    /// Whether a browser can open it: it is a web address without anything else.
    static func isHarmless(_ link: String) -> Bool {
        let start = link.prefix(8).lowercased()
        let isWeb = start.hasPrefix("http://") || start.hasPrefix("https://")
        return isWeb && link.utf8.count <= 4_000
            && link.unicodeScalars.allSatisfy {
                $0.value > 0x20 && $0.value != 0x7F && !"\"'<>\\^`{|}".unicodeScalars.contains($0)
            }
    }

    /// Whether it contains no characters that control a terminal.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
