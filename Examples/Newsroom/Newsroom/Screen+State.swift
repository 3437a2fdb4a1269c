// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
import Feeds
import Foundation
import News
import Terminal

extension Screen {
    /// What a person should see of the two states.
    init(app: App.State, news: News.State) {
        self.init(
            title: Screen.title(of: news.feed),
            account: app.account.line,
            isSignedIn: app.account.user != nil,
            greeting: news.greeting,
            notice: app.notice.map(Notice.init),
            rows: Screen.rows(of: news),
            page: news.opened.map(Page.init)
        )
    }

    static func title(of feed: Feed?) -> String { feed?.title ?? "Newsroom" }

    static func rows(of news: News.State) -> [Row] {
        news.feed?.articles.map { Row(title: $0.title, isRead: news.read.contains($0.id)) } ?? []
    }
}

extension Screen.Notice {
    init(_ notice: App.Notice) { self.init(notice.text, isProblem: notice.isProblem) }
}

extension Screen.Page {
    init(_ article: Article) {
        let origin = [article.date.map(\.dayInWords), article.author].compactMap(\.self)
        self.init(
            title: article.title,
            details: [origin.joined(separator: " · "), article.link ?? ""].filter { !$0.isEmpty },
            body: article.body.isEmpty ? "(The feed has no text for this article.)" : article.body
        )
    }
}

extension Account.State {
    /// Who is signed in, in a few words.
    var line: String {
        guard let user else { return "Guest" }
        let count = user.articlesOpened
        return "\(user.name) · \(count == 1 ? "1 article" : "\(count) articles") opened"
    }
}

extension Date {
    /// `10 November 2025`, the same wherever the program runs.
    fileprivate var dayInWords: String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.day, .month, .year], from: self)
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        return "\(parts.day ?? 1) \(months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
    }
}
