// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

extension LogCommit {
    /// A number that changes with each stored field.
    ///
    /// SQLite checks its write-ahead log, but does not detect that a disk or another program changed the pages of the file.
    ///
    /// - Parameter previous: The checksum of the commit before it, to detect a missing commit between them.
    /// - Returns: The number.
    func checksum(after previous: Int) -> Int {
        Checksum.of(name.canonicalName, [previous, sequence, count, time.milliseconds], contents)
    }

    /// The number that format 1 had, which was that of the commit alone.
    var formerChecksum: Int { Checksum.of(name, [sequence, count, time.milliseconds], contents) }
}

extension LogSnapshot {
    var checksum: Int {
        Checksum.of(name.canonicalName + "\0" + fingerprint, [sequence, time.milliseconds], contents)
    }
}

/// The function of Fowler, Noll and Vo (FNV-1a) with 64 bits, over words of eight bytes: it finds damage, not malice.
struct Checksum {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    private mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x0000_0100_0000_01b3
        // Upper bits reach the lower ones, which multiplication alone does not do.
        value ^= value >> 29
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        add(rest)
        add(UInt64(bytes.count))
    }

    static func of(_ name: String, _ numbers: [Int], _ contents: [UInt8]) -> Int {
        var checksum = Checksum()
        var name = name
        name.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
        for number in numbers { checksum.add(UInt64(bitPattern: Int64(number))) }
        contents.withUnsafeBytes { checksum.add($0) }
        return Int(truncatingIfNeeded: checksum.value)
    }
}
