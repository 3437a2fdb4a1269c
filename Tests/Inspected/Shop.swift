// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryForms
import TributaryLog

/// A feature with everything that an inspector shows: children, rows, effects that end and are cancelled, and
/// a secret.
struct Shop: Reducer {
    struct State: Equatable, Codable, Sendable {
        var user: User?
        var search = Search()
        var articles: [Article] = []
        var basket: [String: Int] = [:]
        var phase = Phase.idle
        var counter = 0
    }

    struct User: Equatable, Codable, Sendable {
        var name: String
        @Secret var password: String
    }

    struct Search: Equatable, Codable, Sendable {
        var text = ""
        var results: [String] = []
    }

    struct Article: Equatable, Codable, Identifiable, Sendable {
        var id: Int
        var title: String
        var cents: Int
        var isFavourite = false
    }

    enum Phase: Equatable, Codable, Sendable {
        case idle
        case loading(since: Int)
        case failed(reason: String)
    }

    enum Action: Equatable, Codable, Sendable {
        case account(Account)
        case search(SearchAction)
        case load
        case loaded([Article])
        case article(id: Int, ArticleAction)
        case ordered(article: Int, count: Int)
        case tick
        case increment
        case add(by: Int)
        case wait
        case stop

        enum Account: Equatable, Codable, Sendable {
            case login(User)
            case logout
        }

        enum SearchAction: Equatable, Codable, Sendable {
            case typed(String)
            case found([String])
        }

        enum ArticleAction: Equatable, Codable, Sendable {
            case favourite
            case renamed(String)
        }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .account(.login(let user)):
            state.user = user
            return .send(.load)
        case .account(.logout):
            state.user = nil
            return .cancel(id: "search")
        case .load:
            state.phase = .loading(since: state.counter)
            return .run(name: "load") { send in
                await send(.loaded((1...20).map { Article(id: $0, title: "Article \($0)", cents: $0 * 125) }))
            }
        case .loaded(let articles):
            state.phase = .idle
            state.articles = articles
        case .search(.typed(let text)):
            state.search.text = text
            return .run(name: "search") { send in
                try await Task.sleep(for: .milliseconds(400))
                await send(.search(.found(["\(text) 1", "\(text) 2"])))
            }
            .cancellable(id: "search", cancelInFlight: true)
        case .search(.found(let results)): state.search.results = results
        case .article(let id, let action):
            guard let index = state.articles.firstIndex(where: { $0.id == id }) else { break }
            switch action {
            case .favourite: state.articles[index].isFavourite.toggle()
            case .renamed(let title): state.articles[index].title = title
            }
        case .ordered(let article, let count):
            state.basket["article \(article)", default: 0] += count
            return .send(.increment)
        case .tick, .increment: state.counter += 1
        case .add(let by): state.counter += by
        case .wait:
            // Until it is cancelled, so that a test finds it running without having to hurry.
            return .run(name: "waiting") { _ in
                try await Task.sleep(for: .seconds(86_400))
            }
            .cancellable(id: "waiting")
        case .stop: return .cancel(id: "waiting")
        }
        return .none
    }
}

extension Shop.Action: Journaled {
    struct AllCasePaths: Sendable {}
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}
