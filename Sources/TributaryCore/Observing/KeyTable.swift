// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A table for keys whose `hash` and `==` are the program's own code, which may use the table (law 14).
///
/// They are called only between changes of the table, and may change it themselves. Ended values, such as weak references to
/// released objects, are dropped before the table grows, so it is at most a few times as large as its live values.
///
/// Finding a value costs constant time, and hashes its key once.
@usableFromInline final class KeyTable<Key: Hashable, Value> {
    // The number of places is a power of two. The arrays are separate because a value may be expensive to copy. They are not
    // checked for exclusive access, because nothing but the table's own code runs while one of them is accessed.
    /// For each place the hash value of its key, or 0 if it is free.
    @usableFromInline @exclusivity(unchecked) var hashes: ContiguousArray<Int> = []
    @usableFromInline @exclusivity(unchecked) var keys: ContiguousArray<Key?> = []
    @usableFromInline @exclusivity(unchecked) var values: ContiguousArray<Value?> = []

    /// How many places are taken.
    @usableFromInline @exclusivity(unchecked) var count = 0

    /// How many of them have lost their value.
    @exclusivity(unchecked) var emptyCount = 0

    /// The number of changes: a search starts again if the table changed during it.
    @usableFromInline @exclusivity(unchecked) var changes = 0

    /// Whether a value has ended.
    ///
    /// It runs no code of the program.
    let isEnded: (inout Value) -> Bool

    init(droppingWhere isEnded: @escaping (inout Value) -> Bool) { self.isEnded = isEnded }

    /// The value of a key.
    @inlinable
    subscript(key: Key) -> Value? {
        guard count > 0 else { return nil }
        let place = place(of: key, hash: Self.hash(of: key))
        return place.isTaken ? values[place.index] : nil
    }

    /// Adds a value, unless the key has one that has not ended.
    ///
    /// - Returns: The value that the key has already.
    func insert(_ value: Value, for key: Key) -> Value? {
        let hash = Self.hash(of: key)
        let place = place(of: key, hash: hash)
        var index = place.index
        if place.isTaken, var present = values[index] {
            if !isEnded(&present) { return present }
        } else if place.isTaken {
            emptyCount -= 1
        } else {
            if 4 * (count + 1) > 3 * hashes.count {
                rebuild(toInsert: 1)
                index = freeIndex(for: hash, in: hashes)
            }
            count += 1
            hashes[index] = hash
            keys[index] = key
        }
        changes &+= 1
        var former: Value? = value
        swap(&values[index], &former)
        return nil
    }

    /// Removes the value of a key.
    ///
    /// - Returns: Whether a value was removed.
    @discardableResult
    @usableFromInline func remove(_ key: Key) -> Bool {
        guard count > 0 else { return false }
        let place = place(of: key, hash: Self.hash(of: key))
        guard place.isTaken, let value = values[place.index] else { return false }
        changes &+= 1
        // The place stays taken until the table is rebuilt, so that searches do not stop at it.
        values[place.index] = nil
        emptyCount += 1
        if 2 * emptyCount > count { rebuild(toInsert: 0) }
        // Code that runs when the value is released may use the table.
        withExtendedLifetime(value) {}
        return true
    }

    /// The keys and values, in no particular order.
    @usableFromInline var present: [(key: Key, value: Value)] {
        hashes.indices.compactMap { index in
            guard let key = keys[index], let value = values[index] else { return nil }
            return (key, value)
        }
    }

    @inlinable
    static func hash(of key: Key) -> Int {
        let hash = key.hashValue
        return hash == 0 ? 1 : hash
    }

    /// The place of a key, or the free place where it would be.
    @inlinable
    func place(of key: Key, hash: Int) -> (index: Int, isTaken: Bool) {
        while true {
            // Local copies, which `==` cannot change by using the table.
            let hashes = hashes
            let keys = keys
            let changes = changes
            guard !hashes.isEmpty else { return (0, false) }
            var index = hash & (hashes.count - 1)
            var isFound = false
            while hashes[index] != 0 {
                if hashes[index] == hash, keys[index] == key {
                    isFound = true
                    break
                }
                index = (index + 1) & (hashes.count - 1)
            }
            if changes == self.changes { return (index, isFound) }
        }
    }

    func freeIndex(for hash: Int, in hashes: ContiguousArray<Int>) -> Int {
        var index = hash & (hashes.count - 1)
        while hashes[index] != 0 { index = (index + 1) & (hashes.count - 1) }
        return index
    }

    /// Drops values that have ended, and makes room for twice as many as are left.
    ///
    /// - Parameter added: How many values are about to be added.
    func rebuild(toInsert added: Int) {
        var kept: [Int] = []
        for index in values.indices {
            // Moved out meanwhile, so that a value can find out whether it is uniquely referenced.
            var value: Value?
            swap(&values[index], &value)
            guard var present = value.take() else { continue }
            if !isEnded(&present) { kept.append(index) }
            values[index] = present
        }
        let needed = kept.count + added
        var size = needed == 0 ? 0 : 4
        while size < 2 * needed { size *= 2 }
        var newHashes = ContiguousArray(repeating: 0, count: size)
        var newKeys = ContiguousArray<Key?>(repeating: nil, count: size)
        var newValues = ContiguousArray<Value?>(repeating: nil, count: size)
        for index in kept {
            let free = freeIndex(for: hashes[index], in: newHashes)
            newHashes[free] = hashes[index]
            newKeys[free] = keys[index]
            newValues[free] = values[index]
        }
        let former = (keys, values)
        hashes = newHashes
        keys = newKeys
        values = newValues
        count = kept.count
        emptyCount = 0
        changes &+= 1
        // Code that runs when the values are released may use the table.
        withExtendedLifetime(former) {}
    }
}
