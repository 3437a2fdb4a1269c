// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A table for keys whose `hash` and `==` are the program's own code, which may use the table (law 14).
///
/// They are called only between changes of the table, and may change it themselves. Ended values, such as weak references to
/// released objects, are dropped when the table has doubled since the last time.
///
/// Finding a value costs constant time, and hashes its key once.
@usableFromInline final class KeyTable<Key: Hashable, Value: Ending> {
    /// A key and its value: an object, so that a value can find out whether it is uniquely referenced.
    @usableFromInline final class Entry {
        @usableFromInline let key: Key
        @usableFromInline fileprivate(set) var value: Value

        /// The next entry whose key has the same hash value.
        @usableFromInline fileprivate(set) var next: Entry?

        init(_ key: Key, _ value: Value, before next: Entry?) {
            self.key = key
            self.value = value
            self.next = next
        }
    }

    /// The first entries by the hash values of their keys: a dictionary of numbers calls no code of the program.
    ///
    /// Not checked for exclusive access, because only the table's own code runs meanwhile.
    @usableFromInline @exclusivity(unchecked) private(set) var entries: [Int: Entry] = [:]

    /// The number of changes: a search starts again if the table changed during it.
    @usableFromInline @exclusivity(unchecked) private(set) var changes = 0

    /// How many entries there are, and how many there were after ended ones were dropped.
    private(set) var count = 0
    private var liveCount = 0

    // One after the other: the first of a long chain would release the others recursively.
    deinit { forEach { $0.next = nil } }

    /// The value of a key.
    @inlinable
    subscript(key: Key) -> Value? { entry(of: key, hash: key.hashValue)?.value }

    @inlinable
    func entry(of key: Key, hash: Int) -> Entry? {
        while let first = entries[hash] {
            let version = changes
            var found: Entry? = first
            while let entry = found, entry.key != key { found = entry.next }
            if version == changes { return found }
        }
        return nil
    }

    /// The value of a key, made if there is none.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - make: Makes the value. If it uses the table for the same key, the value of that use stays.
    /// - Returns: The value.
    func value(of key: Key, make: () -> Value) -> Value {
        if let value = self[key] { return value }
        let made = make()
        return insert(made, for: key) ?? made
    }

    /// The object of a key, made if there is none that lives.
    func object<Object: AnyObject>(of key: Key, make: () -> Object) -> Object where Value == Weak<Object> {
        // Not by the subscript, which would copy the weak reference.
        if let object = entry(of: key, hash: key.hashValue)?.value.object { return object }
        let made = make()
        return insert(Weak(made), for: key)?.object ?? made
    }

    /// Adds a value, unless the key has one that has not ended.
    ///
    /// - Returns: The value that the key has already.
    func insert(_ value: Value, for key: Key) -> Value? {
        let hash = key.hashValue
        if let entry = entry(of: key, hash: hash) {
            guard entry.value.hasEnded else { return entry.value }
            var former = value
            swap(&entry.value, &former)
            return nil
        }
        // Code that runs when the dropped entries are released may use the table.
        let former = count >= 2 * max(liveCount, 8) ? dropEnded() : []
        defer { withExtendedLifetime(former) {} }
        entries[hash] = Entry(key, value, before: entries[hash])
        count += 1
        changes += 1
        return nil
    }

    /// Removes the value of a key.
    @usableFromInline func remove(_ key: Key) {
        let hash = key.hashValue
        guard let entry = entry(of: key, hash: hash) else { return }
        if var former = entries[hash], former !== entry {
            while let next = former.next, next !== entry { former = next }
            former.next = entry.next
        } else {
            entries[hash] = entry.next
        }
        count -= 1
        changes += 1
        // Code that runs when the entry is released may use the table.
        withExtendedLifetime(entry) {}
    }

    /// The entries, in no particular order.
    @usableFromInline var all: [Entry] {
        var all: [Entry] = []
        forEach { all.append($0) }
        return all
    }

    /// Calls a closure with each entry, in no particular order.
    func forEach(_ body: (Entry) -> Void) {
        for first in entries.values {
            var next: Entry? = first
            while let entry = next {
                next = entry.next
                body(entry)
            }
        }
    }

    /// Drops the values that have ended.
    ///
    /// - Returns: All entries there were, to be released when the table is whole.
    private func dropEnded() -> [Entry] {
        let former = all
        count = 0
        for (hash, first) in entries {
            var (next, kept) = (Entry?.some(first), Entry?.none)
            while let entry = next {
                next = entry.next
                guard !entry.value.hasEnded else { continue }
                entry.next = kept
                kept = entry
                count += 1
            }
            entries[hash] = kept
        }
        liveCount = count
        changes += 1
        return former
    }
}

/// Identifies something by the object that it belongs to, such as a scope by its path, or a tracked value by its part.
struct MemberKey: Hashable {
    private let owner: ObjectIdentifier
    private let id: AnyHashable

    init(of owner: AnyObject, _ id: AnyHashable) { (self.owner, self.id) = (ObjectIdentifier(owner), id) }
}

/// An element of a list that may end, on any thread.
@usableFromInline protocol Ending {
    /// It runs no code of the program.
    var hasEnded: Bool { get }
}

/// A weak reference, which ends with its object.
@usableFromInline struct Weak<Object: AnyObject>: Ending {
    @usableFromInline weak var object: Object?

    init(_ object: Object) { self.object = object }

    @usableFromInline var hasEnded: Bool { object == nil }
}

/// A list whose ended elements are removed when it has doubled since the last time, in amortized constant time.
struct LiveList<Element: Ending> {
    private(set) var elements: [Element] = []

    /// How many elements there were after ended ones were removed.
    private var liveCount = 0

    mutating func append(_ element: Element) {
        if elements.count >= 2 * max(liveCount, 8) { removeEnded() }
        elements.append(element)
    }

    // Not inlined, because it is rare and long.
    @inline(never) mutating func removeAll(_ isGone: (Element) -> Bool) { elements.removeAll(where: isGone) }

    mutating func removeEnded() {
        removeAll { $0.hasEnded }
        liveCount = elements.count
    }
}
