// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
import Feeds
import Foundation
import News
import Terminal

extension Screen {
    /// The screen for the two states.
    init(app: App.State, news: News.State) {
        self.init(
            title: news.title,
            account: app.account.line,
            greeting: news.greeting,
            notice: app.notice.map(Notice.init),
            progress: news.refresh.map(Progress.init),
            list: List(news.place),
            rows: Screen.rows(of: news),
            page: news.opened.map(Page.init)
        )
    }

    static func rows(of news: News.State) -> [Row] {
        guard news.place == .feeds else {
            return news.entries.map { Row(title: $0.article.title, isRead: news.isRead($0)) }
        }
        return news.feeds.map { feed in
            let unread = news.unreadCount(of: feed)
            return Row(
                title: feed.title,
                isRead: feed.feed != nil && unread == 0,
                note: note(on: feed, unread: unread),
                hasProblem: feed.problem != nil && !feed.isLoading
            )
        }
    }

    private static func note(on feed: Subscription.State, unread: Int) -> String {
        if feed.isLoading { return "loading…" }
        if let problem = feed.problem { return "! " + problem }
        guard let count = feed.feed?.articles.count else { return "not loaded yet" }
        return unread == 0 ? "" : "\(unread) of \(count) not read"
    }

    /// The row of the open article in the list.
    static func openedRow(of news: News.State) -> Int? {
        news.opened.flatMap { news.entries.firstIndex(of: $0) }
    }
}

extension Screen.Progress {
    init(_ refresh: Refresh) { self.init(done: refresh.done, total: refresh.total) }
}

extension Screen.List {
    init(_ place: News.Place) {
        switch place {
        case .feeds: self.init(Kind.feeds)
        case .feed(let id): self.init(Kind.articles, id: id)
        case .found(let text): self.init(Kind.found, id: text)
        }
    }
}

extension Screen.Notice {
    init(_ notice: App.Notice) { self.init(notice.text, isProblem: notice.isProblem) }
}

extension Screen.Page {
    init(_ entry: News.Entry) {
        let article = entry.article
        let origin = [article.date.map(\.dayInWords), article.author].compactMap(\.self)
        self.init(
            title: article.title,
            details: [origin.joined(separator: " · "), article.link ?? ""].filter { !$0.isEmpty },
            body: article.body.isEmpty ? "(The feed has no text for this article.)" : article.body
        )
    }
}

extension Account.State {
    /// The signed-in user, in a few words.
    var line: String {
        guard let user else { return "Guest" }
        let count = user.articlesOpened
        return "\(user.name) · \(count == 1 ? "1 article" : "\(count) articles") opened"
    }
}

extension Date {
    /// A date such as `10 November 2025`, independent of the system's language.
    fileprivate var dayInWords: String {
        formatted(
            Date.FormatStyle(locale: Locale(identifier: "en_GB"), timeZone: .gmt)
                .day().month(.wide).year()
        )
    }
}
