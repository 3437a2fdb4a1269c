// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The paths on which scopes of a store were made, so that the same path leads to the same scope (law 6).
///
/// Hashing a key path walks through all of it. A key path literal is one object, however often the code runs, so the
/// last paths are also found by the identity of their key paths.
final class ScopeTable {
    // A path that nothing else retains has no living scope; `recent` holds only a few.
    private let paths = KeyTable<Key, ScopePath> { isKnownUniquelyReferenced(&$0) }
    private var recent: [Recent] = []
    private var nextRecent = 0

    private static let recentLimit = 8

    /// The kind of scope: an optional property has a store of the optional, and one of its value.
    private struct Key: Hashable {
        let key: ScopeKey
        let kind: ObjectIdentifier
    }

    /// A path with the key paths by which it was found, retained so that no others can have their identity.
    private struct Recent {
        let state: AnyKeyPath
        let action: AnyKeyPath
        let kind: ObjectIdentifier
        let path: ScopePath
    }

    /// The path with a key, if there is one.
    ///
    /// Constant time.
    func path(_ key: ScopeKey, making kind: ObjectIdentifier) -> ScopePath? {
        for index in recent.indices
        where recent[index].state === key.state && recent[index].action === key.action
            && recent[index].kind == kind
        {
            return recent[index].path
        }
        guard let path = paths[Key(key: key, kind: kind)] else { return nil }
        noteRecent(path, key, kind)
        return path
    }

    /// Adds the path with a key, unless there is one by now.
    ///
    /// - Returns: The path that is there now.
    func insert(_ path: ScopePath, _ key: ScopeKey, making kind: ObjectIdentifier) -> ScopePath {
        let path = paths.insert(path, for: Key(key: key, kind: kind)) ?? path
        noteRecent(path, key, kind)
        return path
    }

    private func noteRecent(_ path: ScopePath, _ key: ScopeKey, _ kind: ObjectIdentifier) {
        let entry = Recent(state: key.state, action: key.action, kind: kind, path: path)
        if recent.count < Self.recentLimit {
            recent.append(entry)
        } else {
            let former = recent[nextRecent]
            recent[nextRecent] = entry
            nextRecent = (nextRecent + 1) % Self.recentLimit
            // The release of a key path may run code of the program.
            withExtendedLifetime(former) {}
        }
    }
}

/// A way from a store to its scopes, shared by the scopes that are made on it.
@usableFromInline class ScopePath {
    init() {}
}

/// Identifies one scope of a store.
struct ScopeKey: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
}
