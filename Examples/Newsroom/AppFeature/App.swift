// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Account
public import News
public import Tributary
public import TributaryLog

/// Account and News together: it passes outputs of one to the other, and shows the last event.
///
/// News is either a part of the app's state, or attached from outside. If it is attached, `news` is `nil`,
/// its outputs arrive as `newsHappened`, and its input is read from `reader`.
public struct App: Reducer, Sendable {
    /// The actions of the app.
    @CasePathable
    public enum Action: Sendable {
        case account(Account.Action)
        case news(News.Action)
        /// An output of a News that is attached from outside.
        case newsHappened(News.Action.Output)
    }

    /// Makes the feature.
    public init() {}

    /// The app without News, and News if it is a part of the state.
    public var body: some Reducer<State, Action> {
        AppFrame()
            .ifLet(\.news, action: \.news) { News() }
    }
}

extension App.Action: Journaled {
    /// The versions of the actions' format; there is only one so far.
    ///
    /// The features' actions have versions of their own.
    public static var coding: ActionCoding<Self> { .version(1).child(\.account).child(\.news) }
}
