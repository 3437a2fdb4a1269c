// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Account
internal import News
public import Tributary

/// The app without News: Account, and the connection between both.
///
/// It runs no News by itself: the owner mounts News while the app runs, or connects a separate one.
public struct AppFrame: Reducer, Sendable {
    /// The state of the whole app.
    public typealias State = App.State
    /// The actions of the whole app.
    public typealias Action = App.Action

    /// Makes the feature.
    public init() {}

    /// Account, and the app itself.
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
    }

    private func accountHappened(_ output: Account.Action.Output, to state: inout State) -> Effect<Action> {
        switch output {
        case .signedIn(let name): state.notice = App.Notice("\(name) signed in.")
        case .signedOut(let name): state.notice = App.Notice("\(name) signed out.")
        case .refused(let reason):
            state.notice = App.Notice(reason, isProblem: true)
            return .none
        }
        return state.news == nil ? .none : .send(.news(.input(.readerChanged(state.reader))))
    }

    private func newsHappened(_ output: News.Action.Output, to state: inout State) -> Effect<Action> {
        state.notice = App.Notice(output)
        guard case .opened = output else { return .none }
        return .send(.account(.input(.articleOpened)))
    }
}
