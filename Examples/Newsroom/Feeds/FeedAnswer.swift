// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of loading a feed again.
public enum FeedAnswer: Equatable, Sendable {
    /// The feed, and validators for the next request.
    case feed(Feed, FeedValidators?)
    /// The server reports that nothing has changed.
    case unchanged
}

/// A server's identifiers for a version of a feed; sent with the next request, they avoid downloading an
/// unchanged feed.
public struct FeedValidators: Hashable, Sendable, Codable {
    /// The tag of the version, as the server wrote it.
    public var entityTag: String?
    /// The date of the last change, as the server wrote it.
    public var lastModified: String?

    /// Makes validators from the fields of a response; `nil` if there are none to store.
    ///
    /// - Parameters:
    ///   - entityTag: The field `ETag`.
    ///   - lastModified: The field `Last-Modified`.
    public init?(entityTag: String?, lastModified: String?) {
        self.entityTag = entityTag.flatMap(Self.kept)
        self.lastModified = lastModified.flatMap(Self.kept)
        if self.entityTag == nil, self.lastModified == nil { return nil }
    }

    /// The fields of a request for any other version than this.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        fields["If-None-Match"] = entityTag
        fields["If-Modified-Since"] = lastModified
        return fields
    }

    /// Drops values that are too long, or that would end the field in which they are sent back.
    private static func kept(_ value: String) -> String? {
        let isHarmless = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        return value.isEmpty || value.utf8.count > 1_000 || !isHarmless ? nil : value
    }
}
