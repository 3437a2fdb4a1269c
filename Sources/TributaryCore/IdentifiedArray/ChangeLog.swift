// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The last changes of a collection, each with the version that it made.
///
/// No two collections ever have the same version, but for copies. So a reader that finds its version here has read this collection, or
/// one that this was copied from, and all changes since then are those after it. A reader that does not find it looks at each element.
/// That takes more changes than half the number of elements, so it looks at fewer than twice as many elements as there were changes.
@usableFromInline struct ChangeLog<ID: Hashable> {
    /// The version before the changes that are kept.
    @usableFromInline var base = ChangeStamp.empty

    /// The identifiers of the elements that changed, came or went, and the versions then.
    @usableFromInline var ids: [ID] = []
    @usableFromInline var versions: [ChangeStamp] = []

    @usableFromInline init() {}

    /// Equal at two moments if no element changed, came or went in between.
    @inlinable
    var version: ChangeStamp { versions.last ?? base }

    /// Notes that the element with an identifier changed, came or went, in a collection of so many.
    ///
    /// Amortized constant time.
    @inlinable
    mutating func note(_ id: ID, among count: Int) {
        ids.append(id)
        versions.append(.unique())
        if ids.count > 32 + count { dropOlderHalf() }
    }

    @usableFromInline mutating func dropOlderHalf() {
        let count = ids.count / 2
        base = versions[count - 1]
        ids.removeFirst(count)
        versions.removeFirst(count)
    }

    /// Notes that every element may have changed.
    mutating func noteEverything() {
        base = .unique()
        ids = []
        versions = []
    }

    /// The identifiers of the elements that may have changed, come or gone since a version, each once; `nil` for all.
    ///
    /// Linear in the changes.
    @inlinable
    func changes(since version: ChangeStamp) -> ArraySlice<ID>? {
        var first = versions.count
        while first > 0, versions[first - 1].number > version.number { first -= 1 }
        guard version == (first > 0 ? versions[first - 1] : base) else { return nil }
        let changed = ids[first...]
        return changed.count > 1 ? Self.unique(changed) : changed
    }

    /// The identifiers without repetitions, in the order of their first appearance.
    @usableFromInline static func unique(_ ids: ArraySlice<ID>) -> ArraySlice<ID> {
        var seen = Set<ID>(minimumCapacity: ids.count)
        return ids.filter { seen.insert($0).inserted }[...]
    }
}

/// Names a moment in the life of a value; no two moments have the same stamp, and later ones are greater.
@usableFromInline struct ChangeStamp: Hashable, Sendable {
    @usableFromInline let number: UInt64

    /// The stamp of a collection that never had an element; all such collections share it.
    @usableFromInline static var empty: Self { Self(number: 0) }

    /// A stamp that no other value has, on any thread.
    ///
    /// Constant time: it counts.
    @usableFromInline static func unique() -> Self {
        Self(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    }
}

private let lastNumber = Atomic<UInt64>(0)

extension IdentifiedArray {
    @inlinable
    mutating func note(_ id: ID) { log.note(id, among: storage.count) }

    @usableFromInline mutating func arrangementChanged() { arrangement = .unique() }
}
