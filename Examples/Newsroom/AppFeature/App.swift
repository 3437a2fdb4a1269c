// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Account
public import News
public import Tributary
public import TributaryLog

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

    /// What is around News, and News where it is a part of the state.
    public var body: some Reducer<State, Action> {
        AppFrame()
            .ifLet(\.news, action: \.news) { News() }
    }
}

extension App.Action: Journaled {
    /// What has changed since actions are kept: nothing yet.
    ///
    /// The features' actions have versions of their own.
    public static var coding: ActionCoding<Self> { .version(1).child(\.account).child(\.news) }
}
