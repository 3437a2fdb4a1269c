// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The text of a feed, decoded strictly: invalid bytes are an error, never a question mark.
///
/// Decoding is done here and not by the XML parser, because the parser cannot distinguish a wrong encoding
/// from bad XML.
struct SourceText {
    /// The text, without the byte order mark.
    let text: String

    /// Decodes bytes by their byte order mark, by `charset`, or by their own declaration, in this order.
    ///
    /// - Parameters:
    ///   - bytes: The content of the feed.
    ///   - charset: The encoding according to the server.
    /// - Throws: A `FeedError` if the bytes are not in that encoding.
    init(_ bytes: Data, charset: String?) throws(FeedError) {
        guard !bytes.isEmpty else {
            throw FeedError(.empty, "The feed is empty: there is not a single byte in it.")
        }
        if let marked = ByteOrderMark(bytes) {
            text = try Self.decode(bytes.dropFirst(marked.length), as: marked.encoding)
        } else if let charset, let text = try? Self.decode(bytes, as: charset) {
            // If the server's encoding does not fit the bytes, it is usually a mistake in its configuration.
            self.text = text
        } else if let name = Self.declaredEncoding(of: bytes) {
            // UTF-16 without a byte order mark was handled above, whatever the declaration says.
            guard !name.lowercased().hasPrefix("utf-16") else {
                throw FeedError(.wrongEncoding, Self.misfit(of: bytes, declared: name))
            }
            text = try Self.decode(bytes, as: name)
        } else {
            text = try Self.decode(bytes, as: "utf-8")
        }
    }

    /// The encoding in `<?xml … encoding="…"?>`, which is readable in every encoding without a byte order
    /// mark.
    private static func declaredEncoding(of bytes: Data) -> String? {
        let start = String(decoding: bytes.prefix(400), as: UTF8.self)
        let declaration = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/
        return start.firstMatch(of: declaration).map { String($0.output.1) }
    }

    private static func decode(_ bytes: Data, as name: String) throws(FeedError) -> String {
        let decoded: String?
        switch name.lowercased() {
        case "utf-8", "utf8", "us-ascii", "ascii":
            decoded = String(validating: bytes, as: UTF8.self)
        case "utf-16le":
            decoded = utf16(bytes, high: 1)
        case "utf-16", "utf-16be":
            decoded = utf16(bytes, high: 0)
        case let name:
            guard let encoding = singleByteEncodings[name] else {
                throw FeedError(
                    .wrongEncoding,
                    "The feed declares the encoding “\(name)”, which is not known here."
                )
            }
            decoded = String(data: bytes, encoding: encoding)
        }
        guard let decoded else {
            throw FeedError(.wrongEncoding, misfit(of: bytes, declared: name))
        }
        return decoded
    }

    private static func utf16(_ bytes: Data, high: Int) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count, by: 2).map { index in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
        }
        return String(validating: units, as: UTF16.self)
    }

    private static func misfit(of bytes: Data, declared name: String) -> String {
        let name = name.uppercased()
        guard name == "UTF-8" || name == "UTF8" else {
            return "The feed declares the encoding \(name), but its bytes are not \(name)."
        }
        return "The feed should be UTF-8, but line \(lineOfFirstMisfit(in: bytes)) is not;"
            + " perhaps it is ISO-8859-1 and does not say so."
    }

    private static func lineOfFirstMisfit(in bytes: Data) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var line = 1
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) {
            if scalar.first == 0x0A { line += 1 }
        }
        return line
    }

    /// The encodings that Foundation supports on every platform.
    private static let singleByteEncodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "l1": .isoLatin1,
        "iso-8859-2": .isoLatin2, "latin2": .isoLatin2,
        "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "cp1252": .windowsCP1252,
    ]
}

/// The first bytes of a text, which identify its encoding.
private struct ByteOrderMark {
    let encoding: String
    let length: Int

    init?(_ bytes: Data) {
        switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first, bytes.dropFirst(3).first) {
        case (0xEF, 0xBB, 0xBF, _): (encoding, length) = ("utf-8", 3)
        case (0xFF, 0xFE, _, _): (encoding, length) = ("utf-16le", 2)
        case (0xFE, 0xFF, _, _): (encoding, length) = ("utf-16be", 2)
        // No mark, but `<` in sixteen bits.
        case (0x3C, 0x00, _, 0x00): (encoding, length) = ("utf-16le", 0)
        case (0x00, 0x3C, 0x00, _): (encoding, length) = ("utf-16be", 0)
        default: return nil
        }
    }
}
