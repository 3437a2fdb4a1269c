// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
import Feeds
import News
import Tributary

/// Defects of the newsroom.
enum NewsroomDefect: String, Defect {
    case articleCountedTwice, readerNotTold, wrongFeedRemoved, oldListWins

    static var initialState: App.State { App.State(news: News.State(feeds: ["a", "b", "c"])) }

    static func noise(_ number: Int) -> App.Action {
        .news(.followed("https://noise/\(number)", isShown: true))
    }

    static func prepare(_ dependencies: inout Dependencies, _ answers: Answers) {
        dependencies.newsClient = NewsClient { address, _ in
            let articles = (1...2).map {
                Article(id: "\(address) \($0)", title: "Article \($0) of \(address)")
            }
            return .feed(Feed(title: "Feed \(address)", articles: articles), nil)
        } readList: { path in
            await answers.wait(for: path)
            return [SubscriptionList.Item(address: path)]
        }
    }

    var steps: [Step<App.State, App.Action>] {
        let late = self == .oldListWins ? [Step<App.State, App.Action>.wait(".imported", 2)] : []
        return [
            .send(.account(.signIn(name: "Ada"))), .send(.news(.refresh)), .wait("refreshed(", 1),
            .send(.news(.open(2))), .send(.news(.open(1))), .send(.news(.close)), .send(.news(.close)),
            .send(.news(.remove(2))), .send(.news(.importList(path: "old"))),
            .send(.news(.importList(path: "new"))),
            .answer("new"), .wait(".imported", 1), .answer("old"),
        ] + late + [.send(.account(.signOut)), .send(.account(.signIn(name: "Bob")))]
    }

    func reducer(_ answers: Answers) -> AnyReducer<App.State, App.Action> {
        App().wrapped { state, action, reduce in
            switch (self, action) {
            case (.articleCountedTwice, .account(.input(.articleOpened))):
                return reduce(&state, action).merge(with: reduce(&state, action))
            case (.readerNotTold, .news(.input(.readerChanged(.guest)))): return .none
            case (.wrongFeedRemoved, .news(.remove(let number))):
                return reduce(&state, .news(.remove(number + 1)))
            case (.oldListWins, .news(.importList(let path))):
                // It is not cancelled by the next one.
                return .run { send in
                    await answers.wait(for: path)
                    await send(.news(.imported([SubscriptionList.Item(address: path)])))
                }
            default: return reduce(&state, action)
            }
        }
    }
}
