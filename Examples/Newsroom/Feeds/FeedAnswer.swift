// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What came of loading a feed again.
public enum FeedAnswer: Equatable, Sendable {
    /// The feed, and what to ask with the next time.
    case feed(Feed, FeedValidators?)
    /// The server says that nothing has changed.
    case unchanged
}

/// What a server calls one version of a feed: sent back, they save sending what has not changed.
public struct FeedValidators: Hashable, Sendable, Codable {
    /// The tag of the version, as the server wrote it.
    public var entityTag: String?
    /// When it was changed last, as the server wrote it.
    public var lastModified: String?

    /// Takes what a server named; `nil` when it named nothing that is worth keeping.
    ///
    /// - Parameters:
    ///   - entityTag: The field `ETag`.
    ///   - lastModified: The field `Last-Modified`.
    public init?(entityTag: String?, lastModified: String?) {
        self.entityTag = entityTag.flatMap(Self.kept)
        self.lastModified = lastModified.flatMap(Self.kept)
        if self.entityTag == nil, self.lastModified == nil { return nil }
    }

    /// The fields of a request that asks only for another version than this.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["If-None-Match"] = entityTag
        fields["If-Modified-Since"] = lastModified
        return fields
    }

    /// A server may say anything: what is long, or would end the field it is sent back in, is not kept.
    private static func kept(_ value: String) -> String? {
        let isHarmless = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return value.isEmpty || value.utf8.count > 1_000 || !isHarmless ? nil : value
    }
}
