// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Account
public import News
public import Tributary

/// Account and News together: it carries what one tells to the other, and says what happened last.
///
/// News is either a part of the app's state, or attached from outside; then `news` is `nil`, its outputs arrive
/// as `newsHappened`, and what it is to be told is read from `reader`.
public struct App: Reducer, Sendable {
    /// What can happen.
    @CasePathable
    public enum Action: Sendable {
        case account(Account.Action)
        case news(News.Action)
        /// News that is attached from outside tells something.
        case newsHappened(News.Action.Output)
    }

    /// Makes the feature.
    public init() {}

    /// Account, the app itself, and News where it is a part.
    public var body: some Reducer<State, Action> {
        Scope(state: \.account, action: \.account) { Account() }
        Reduce { state, action in
            switch action {
            case .account(.output(let output)):
                accountHappened(output, to: &state)
            case .news(.output(let output)), .newsHappened(let output):
                newsHappened(output, to: &state)
            case .account, .news:
                .none
            }
        }
        .ifLet(\.news, action: \.news) { News() }
    }

    private func accountHappened(_ output: Account.Action.Output, to state: inout State) -> Effect<Action> {
        switch output {
        case .signedIn(let name): state.notice = Notice("\(name) signed in.")
        case .signedOut(let name): state.notice = Notice("\(name) signed out.")
        case .refused(let reason):
            state.notice = Notice(reason, isProblem: true)
            return .none
        }
        return state.news == nil ? .none : .send(.news(.input(.readerChanged(state.reader))))
    }

    private func newsHappened(_ output: News.Action.Output, to state: inout State) -> Effect<Action> {
        switch output {
        case .loading: state.notice = Notice("Loading…")
        case .loaded(let title, 1): state.notice = Notice("Loaded 1 article from “\(title)”.")
        case .loaded(let title, let count): state.notice = Notice("Loaded \(count) articles from “\(title)”.")
        case .closed: state.notice = nil
        case .failed(let reason): state.notice = Notice(reason, isProblem: true)
        case .opened:
            state.notice = nil
            return .send(.account(.input(.articleOpened)))
        }
        return .none
    }
}
