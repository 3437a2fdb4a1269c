// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Bytes as letters and digits that people can type (RFC 4648, section 6), without padding.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The text of bytes.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var count = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(buffer >> UInt32(count) & 31)])
            }
            buffer &= 0xff
        }
        if count > 0 { text.append(alphabet[Int(buffer << UInt32(5 - count) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text, in either case, with spaces and padding as people copy them; `nil` for anything else.
    package static func bytes(of text: String) -> [UInt8]? {
        var characters = text.utf8.filter { $0 != UInt8(ascii: " ") }
        while characters.last == UInt8(ascii: "=") { characters.removeLast() }
        guard ![1, 3, 6].contains(characters.count % 8) else { return nil }
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var count = 0
        for character in characters {
            guard let value = value(of: character) else { return nil }
            buffer = buffer << 5 | value
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(count)))
                buffer &= (1 << UInt32(count)) - 1
            }
        }
        // Remaining bits must be zero; otherwise two texts would decode to the same bytes.
        return buffer == 0 ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
        case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2") + 26)
        default: nil
        }
    }
}
