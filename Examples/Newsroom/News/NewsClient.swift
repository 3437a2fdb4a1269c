// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Feeds
public import Tributary

/// Where News gets its feed from.
public struct NewsClient: Sendable {
    /// Loads the feed anew; what the error is described as is shown to people.
    public var load: @Sendable () async throws -> Feed

    /// Makes a client of a function.
    public init(load: @escaping @Sendable () async throws -> Feed) { self.load = load }
}

extension Dependencies {
    /// Where News gets its feed from.
    public var newsClient: NewsClient {
        get { self[NewsClientKey.self] }
        set { self[NewsClientKey.self] = newValue }
    }
}

private enum NewsClientKey: DependencyKey {
    /// There is no feed that everybody would want.
    static func value(in dependencies: Dependencies) -> NewsClient {
        NewsClient { throw MissingClient() }
    }
}

private struct MissingClient: Error, CustomStringConvertible {
    let description = "No feed was named: set the dependency “newsClient” of the store."
}
