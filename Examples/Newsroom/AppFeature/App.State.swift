// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Account
public import News

extension App {
    /// The state of the parts, and what happened last.
    public struct State: Equatable, Sendable, Codable {
        /// Who is signed in.
        public var account = Account.State()
        /// News as a part of the app, or `nil` where it is attached from outside.
        public var news: News.State?
        /// What happened last, `nil` when it can be seen anyway.
        public internal(set) var notice: Notice?

        /// Starts without a signed-in user.
        ///
        /// - Parameter news: News as a part of the app; leave it out where it is attached from outside.
        public init(news: News.State? = nil) { self.news = news }

        /// Who reads, in the words of News.
        public var reader: News.Reader {
            account.user.map { .member(name: $0.name) } ?? .guest
        }
    }
}
