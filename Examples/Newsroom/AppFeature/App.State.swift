// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Account
public import News

extension App {
    /// The states of the parts, and the last event.
    public struct State: Equatable, Sendable, Codable {
        /// The account.
        public var account = Account.State()
        /// News as a part of the app, or `nil` if it is attached from outside.
        public var news: News.State?
        /// The last event; `nil` if the screen shows it anyway.
        public internal(set) var notice: Notice?

        /// Starts without a signed-in user.
        ///
        /// - Parameter news: News as a part of the app; omit it to attach News from outside.
        public init(news: News.State? = nil) { self.news = news }

        /// The reader, as News names it.
        public var reader: News.Reader {
            account.user.map { .member(name: $0.name) } ?? .guest
        }
    }
}
