// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The paths on which scopes of a store were made, so that the same path leads to the same scope (law 6).
///
/// Hashing a key path walks through all of it. A key path that is written down in code is one object however
/// often the code runs, and so the last paths are also found by the identity of their key paths.
struct ScopeTable {
    private var paths: [Key: ScopePath] = [:]
    private var recent: [Recent] = []
    private var nextRecent = 0

    /// How many paths were in use when the table was last cleaned: it is cleaned again when it has doubled.
    private var liveCount = 0

    private static let recentLimit = 8

    /// What was asked for: an optional property has a store of the optional, and one of its value.
    private struct Key: Hashable {
        let key: ScopeKey
        let kind: ObjectIdentifier
    }

    /// A path with the key paths by which it was found, kept so that no others can have their identity.
    private struct Recent {
        let state: AnyKeyPath
        let action: AnyKeyPath
        let kind: ObjectIdentifier
        let path: ScopePath
    }

    /// The path with a key, if there is one.
    ///
    /// Constant time.
    mutating func path(_ key: ScopeKey, making kind: ObjectIdentifier) -> ScopePath? {
        if !key.hasElement {
            for index in recent.indices
            where recent[index].state === key.state && recent[index].action === key.action
                && recent[index].kind == kind
            {
                return recent[index].path
            }
        }
        guard let path = paths[Key(key: key, kind: kind)] else { return nil }
        noteRecent(path, key, kind)
        return path
    }

    /// Adds the path with a key.
    mutating func insert(_ path: ScopePath, _ key: ScopeKey, making kind: ObjectIdentifier) {
        if paths.count >= 2 * max(liveCount, 8) { clean() }
        paths[Key(key: key, kind: kind)] = path
        noteRecent(path, key, kind)
    }

    private mutating func noteRecent(_ path: ScopePath, _ key: ScopeKey, _ kind: ObjectIdentifier) {
        guard !key.hasElement else { return }
        let entry = Recent(state: key.state, action: key.action, kind: kind, path: path)
        if recent.count < Self.recentLimit {
            recent.append(entry)
        } else {
            recent[nextRecent] = entry
            nextRecent = (nextRecent + 1) % Self.recentLimit
        }
    }

    /// Forgets the paths that nobody else holds: those without a scope that lives.
    private mutating func clean() {
        recent = []
        nextRecent = 0
        var kept: [Key: ScopePath] = [:]
        for index in paths.indices where !isKnownUniquelyReferenced(&paths.values[index]) {
            kept[paths[index].key] = paths[index].value
        }
        paths = kept
        liveCount = kept.count
    }
}

/// A way from a store to scopes of it, shared by the scopes that are made on it.
@usableFromInline
class ScopePath {
    @usableFromInline
    init() {}
}

/// What tells one scope of a store from another.
@usableFromInline
struct ScopeKey: Hashable {
    @usableFromInline let state: AnyKeyPath
    @usableFromInline let action: AnyKeyPath
    @usableFromInline let element: AnyHashable?

    /// Whether there is an element; quicker to look at than the element.
    @usableFromInline let hasElement: Bool

    @inlinable
    init(state: AnyKeyPath, action: AnyKeyPath, element: AnyHashable? = nil) {
        self.state = state
        self.action = action
        self.element = element
        hasElement = element != nil
    }
}
