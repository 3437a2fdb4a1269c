// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Tributary

/// Where Search looks.
public struct BookFinder: Sendable {
    let find: @Sendable (String) async throws -> [Book]

    /// Makes a finder of a function.
    public init(find: @escaping @Sendable (String) async throws -> [Book]) { self.find = find }
}

extension Dependencies {
    /// Where Search looks; nothing is found unless it is set.
    public var bookFinder: BookFinder {
        get { self[BookFinderKey.self] }
        set { self[BookFinderKey.self] = newValue }
    }
}

private enum BookFinderKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> BookFinder { BookFinder { _ in [] } }
}
