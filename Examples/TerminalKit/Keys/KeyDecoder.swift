// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Decodes the input of a terminal to keys, even if a read ends within a character or a sequence.
struct KeyDecoder {
    /// The limit of an unfinished sequence; a longer one is not a sequence.
    private static let limit = 256
    private var unfinished: [UInt8] = []

    /// Decodes the bytes of the next read, after the rest of the previous ones.
    mutating func keys(from bytes: some Sequence<UInt8>) -> [Key] {
        let all = unfinished + bytes
        let end = min(Self.endOfCharacters(in: all), Self.endOfSequences(in: all))
        unfinished = Array(all[end...])
        return Key.decode(Array(all[..<end]))
    }

    /// The index of the last character if it is incomplete, or the end.
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

    /// The index of the last escape sequence if it is incomplete, or the end.
    ///
    /// An escape alone is a key.
    private static func endOfSequences(in bytes: [UInt8]) -> Int {
        let last = bytes.suffix(limit)
        guard var start = last.lastIndex(of: 0x1B), start + 1 < bytes.count else {
            // The escape at the end may be the first byte of the end of an answer, “escape and \”.
            return answerWithoutEnd(in: last) ?? bytes.count
        }
        if bytes[start + 1] == 0x5C { return bytes.count }
        switch bytes[start + 1] {
        case 0x5B: return bytes[(start + 2)...].contains { 0x40...0x7E ~= $0 } ? bytes.count : start
        case 0x4F: return start + 2 < bytes.count ? bytes.count : start
        default:
            start = answerWithoutEnd(in: last) ?? bytes.count
            return start
        }
    }

    /// The index of an incomplete answer of a terminal (`escape ] …`).
    private static func answerWithoutEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        let starts = bytes.indices.dropLast().filter {
            bytes[$0] == 0x1B && [0x5D, 0x50, 0x5E, 0x5F].contains(bytes[$0 + 1])
        }
        guard let start = starts.last else { return nil }
        let rest = bytes[(start + 2)...]
        let isEnded = rest.contains(0x07) || zip(rest, rest.dropFirst()).contains { $0 == 0x1B && $1 == 0x5C }
        return isEnded ? nil : start
    }
}
