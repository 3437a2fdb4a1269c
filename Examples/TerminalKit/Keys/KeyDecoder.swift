// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Turns what a terminal sends into keys, also where a read ends in the middle of a character.
struct KeyDecoder {
    private var unfinished: [UInt8] = []

    /// The keys that the bytes of the next read stand for, after what was left of those before.
    mutating func keys(from bytes: some Sequence<UInt8>) -> [Key] {
        let all = unfinished + bytes
        let end = Self.endOfCharacters(in: all)
        unfinished = Array(all[end...])
        return Key.decode(Array(all[..<end]))
    }

    /// Where the last character starts that has fewer bytes than its first one tells, or the end.
    private static func endOfCharacters(in bytes: [UInt8]) -> Int {
        guard let start = bytes.suffix(3).lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }) else {
            return bytes.count
        }
        let length =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return start + length > bytes.count ? start : bytes.count
    }
}
