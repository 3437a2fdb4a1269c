// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary

/// What News asks of the world; what its errors are described as is shown to people.
public struct NewsClient: Sendable {
    /// Loads the feed at an address, unless it is still what its server called by these validators.
    public var load: @Sendable (_ address: String, FeedValidators?) async throws -> FeedAnswer
    /// Opens a link to the web, and says whether it could; otherwise it has to be shown.
    public var follow: @Sendable (_ link: String) async -> Bool
    /// Reads a list of feeds from a file.
    public var readList: @Sendable (_ path: String) async throws -> [SubscriptionList.Item]
    /// Writes a list of feeds to a file.
    public var writeList: @Sendable (_ path: String, [SubscriptionList.Item]) async throws -> Void

    /// Makes a client of functions; what is left out cannot be done.
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
    /// What News asks of the world.
    public var newsClient: NewsClient {
        get { self[NewsClientKey.self] }
        set { self[NewsClientKey.self] = newValue }
    }
}

private enum NewsClientKey: DependencyKey {
    /// There is no feed that everybody would want.
    static func value(in dependencies: Dependencies) -> NewsClient {
        NewsClient { _, _ in throw MissingClient() }
    }
}

/// Nothing was said of how to do it.
public struct MissingClient: Error, CustomStringConvertible {
    /// What to do.
    public let description = "No client was set: set the dependency “newsClient” of the store."

    /// Makes the error.
    public init() {}
}
