// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Mixes two fingerprints into one; the order counts.
func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // A multiplication of odd constants' distances, both halves of it: each bit of the inputs reaches each of the result.
    let product = (first ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}

/// The fingerprint of a value: equal values have the same, and others differ but for one pair in 2⁶⁴.
func fingerprint<Value: Hashable>(_ value: Value) -> UInt64 {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
}

/// Fingerprints, each with the number of its situation: 12 bytes a slot, with open addressing.
struct FingerprintTable {
    private var keys: [UInt64]
    private var numbers: [UInt32]
    private(set) var count = 0

    init() {
        keys = Array(repeating: 0, count: 1 << 10)
        numbers = Array(repeating: 0, count: 1 << 10)
    }

    /// The memory that it takes.
    var byteCount: Int { keys.count * 12 }

    /// The number of a fingerprint; a new one gets the next.
    mutating func insert(_ fingerprint: UInt64) -> (number: Int, isNew: Bool) {
        // 0 marks a free slot.
        let key = fingerprint == 0 ? 1 : fingerprint
        if count * 3 >= keys.count * 2 { grow() }
        let slot = slot(of: key)
        if keys[slot] == key { return (Int(numbers[slot]), false) }
        keys[slot] = key
        numbers[slot] = UInt32(count)
        count += 1
        return (count - 1, true)
    }

    /// The slot of a key, or the free one that it would get.
    private func slot(of key: UInt64) -> Int {
        let mask = keys.count - 1
        var slot = Int(truncatingIfNeeded: key >> 20) & mask
        while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let old = self
        keys = Array(repeating: 0, count: old.keys.count * 2)
        numbers = Array(repeating: 0, count: old.keys.count * 2)
        for (key, number) in zip(old.keys, old.numbers) where key != 0 {
            let slot = slot(of: key)
            keys[slot] = key
            numbers[slot] = number
        }
    }
}
