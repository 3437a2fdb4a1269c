// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary
public import TributaryLog

/// A feed that is loaded and read, by a guest or by a member.
///
/// It knows neither accounts nor apps: who reads comes in as an input, what happens goes out as an output.
public struct News: Reducer, Sendable {
    /// What can happen.
    @CasePathable
    public enum Action: Sendable {
        case load
        case loaded(Feed)
        case failed(String)
        /// Opens the article with this number, counted from one as people do.
        case open(Int)
        case close
        case input(Input)
        case output(Output)

        /// What the outside may tell.
        public enum Input: Equatable, Sendable, Codable {
            case readerChanged(Reader)
        }

        /// What the outside is told.
        public enum Output: Equatable, Sendable, Codable {
            case loading
            case loaded(title: String, count: Int)
            case opened(title: String)
            case closed
            case failed(String)
        }
    }

    private enum Work: Hashable { case loading }

    @Dependency(\.newsClient) private var newsClient

    /// Makes the feature; it asks its store for a `newsClient`.
    public init() {}

    /// The feature.
    public var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .load:
                state.isLoading = true
                return .send(.output(.loading)).merge(with: loading())
            case .loaded(let feed):
                state.isLoading = false
                state.opened = nil
                state.feed = feed
                return .send(.output(.loaded(title: feed.title, count: feed.articles.count)))
            case .failed(let reason):
                state.isLoading = false
                return .send(.output(.failed(reason)))
            case .open(let number):
                return open(number, in: &state)
            case .close:
                state.opened = nil
                return .send(.output(.closed))
            case .input, .output:
                return .none
            }
        }
        Update { state, action in
            if case .input(.readerChanged(let reader)) = action { state.welcome(reader) }
        }
    }

    private func loading() -> Effect<Action> {
        .run { send in
            await send(.loaded(try await newsClient.load()))
        } catch: { error, send in
            await send(.failed("\(error)"))
        }
        .cancellable(id: Work.loading, cancelInFlight: true)
    }

    private func open(_ number: Int, in state: inout State) -> Effect<Action> {
        guard let feed = state.feed else {
            return .send(.output(.failed("Nothing is loaded yet; load the feed first.")))
        }
        let last = feed.articles.count
        guard number >= 1, number <= last else {
            return .send(
                .output(.failed("There is no article \(number); they are numbered from 1 to \(last)."))
            )
        }
        let article = feed.articles[number - 1]
        state.opened = article
        state.markAsRead(article)
        return .send(.output(.opened(title: article.title)))
    }
}

extension News.Action: Journaled {
    /// What has changed since actions are kept: nothing yet.
    public static var coding: ActionCoding<Self> { .version(1) }
}
