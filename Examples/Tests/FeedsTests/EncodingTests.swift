// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing

@Suite("Encodings are taken at their word", .timeLimit(.minutes(30)))
struct EncodingTests {
    @Test(
        "and decoded as declared",
        arguments: [
            ("iso-8859-1", String.Encoding.isoLatin1), ("windows-1252", .windowsCP1252),
            ("ISO-8859-2", .isoLatin2),
            ("utf-8", .utf8), ("UTF-16", .utf16), ("utf-16", .utf16LittleEndian), ("utf-16", .utf16BigEndian),
        ]
    )
    func declared(name: String, encoding: String.Encoding) throws {
        let data = try #require(document(declaring: name).data(using: encoding))
        #expect(try FeedParser.parse(data).articles[0].title == "Café")
    }

    @Test("and a byte order mark wins over everything")
    func byteOrderMark() throws {
        let data = Data([0xEF, 0xBB, 0xBF]) + Data(document(declaring: "iso-8859-1").utf8)
        #expect(try FeedParser.parse(data, charset: "iso-8859-1").articles[0].title == "Café")
    }

    @Test("and the server's word wins over the document's, if the bytes agree")
    func charset() throws {
        let latin = try #require(document(declaring: "utf-8").data(using: .isoLatin1))
        #expect(try FeedParser.parse(latin, charset: "ISO-8859-1").articles[0].title == "Café")
        let unicode = Data(document(declaring: "utf-8").utf8)
        #expect(try FeedParser.parse(unicode, charset: "us-ascii").articles[0].title == "Café")
        #expect(try FeedParser.parse(unicode, charset: "no-such-thing").articles[0].title == "Café")
    }

    @Test("and bytes that do not fit are an error with the line")
    func misfit() throws {
        let data = try #require(document(declaring: "utf-8").data(using: .isoLatin1))
        let error = #expect(throws: FeedError.self) { try FeedParser.parse(data) }
        #expect(error?.code == .wrongEncoding)
        #expect(error?.message.contains("line 2") == true)
    }

    @Test(
        "and so is a declaration that is impossible or unknown",
        arguments: ["utf-16", "klingon"]
    )
    func impossible(name: String) {
        let error = #expect(throws: FeedError.self) {
            try FeedParser.parse(Data(document(declaring: name).utf8))
        }
        #expect(error?.code == .wrongEncoding)
    }

    @Test("and sixteen bits may not end in the middle of a character")
    func halfCharacter() {
        let error = #expect(throws: FeedError.self) { try FeedParser.parse(Data([0xFF, 0xFE, 0x3C])) }
        #expect(error?.code == .wrongEncoding)
    }

    private func document(declaring name: String) -> String {
        """
        <?xml version="1.0" encoding="\(name)"?>
        <rss><channel><item><title>Café</title></item></channel></rss>
        """
    }
}
