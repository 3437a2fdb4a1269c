// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary

/// The external operations of News; the descriptions of its errors are shown to people.
public struct NewsClient: Sendable {
    /// Loads the feed at an address, unless these validators show that it has not changed.
    public var load: @Sendable (_ address: String, FeedValidators?) async throws -> FeedAnswer
    /// Opens a link to the web, and returns whether it could; otherwise, show the link.
    public var follow: @Sendable (_ link: String) async -> Bool
    /// Reads a list of feeds from a file.
    public var readList: @Sendable (_ path: String) async throws -> [SubscriptionList.Item]
    /// Writes a list of feeds to a file.
    public var writeList: @Sendable (_ path: String, [SubscriptionList.Item]) async throws -> Void

    /// Makes a client from functions; omitted operations fail.
    public init(
        load: @escaping @Sendable (_ address: String, FeedValidators?) async throws -> FeedAnswer,
        follow: @escaping @Sendable (_ link: String) async -> Bool = { _ in false },
        readList: @escaping @Sendable (_ path: String) async throws -> [SubscriptionList.Item] = { _ in
            throw MissingClient()
        },
        writeList: @escaping @Sendable (_ path: String, [SubscriptionList.Item]) async throws -> Void = {
            _,
            _ in
            throw MissingClient()
        }
    ) {
        self.load = load
        self.follow = follow
        self.readList = readList
        self.writeList = writeList
    }
}

extension Dependencies {
    /// The external operations of News.
    public var newsClient: NewsClient {
        get { self[NewsClientKey.self] }
        set { self[NewsClientKey.self] = newValue }
    }
}

private enum NewsClientKey: DependencyKey {
    /// There is no default feed.
    static func value(in dependencies: Dependencies) -> NewsClient {
        NewsClient { _, _ in throw MissingClient() }
    }
}

/// An operation was not provided.
public struct MissingClient: Error, CustomStringConvertible {
    /// A hint on how to fix it.
    public let description = "No client was set: set the dependency “newsClient” of the store."

    /// Makes the error.
    public init() {}
}
