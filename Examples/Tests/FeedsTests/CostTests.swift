// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CostTestSupport
import Feeds
import Foundation
import Testing

@Suite("The cost of parsing hostile feeds", .timeLimit(.minutes(30)))
struct CostTests {
    /// A way to make a feed long.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let size: Int
        let text: @Sendable (Int) -> String

        init(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) {
            (testDescription, self.size, self.text) = (name, size, text)
        }

        /// A feed whose only entry has a description that is made of a piece over and over.
        static func body(_ name: String, _ size: Int, _ piece: String) -> Shape {
            Shape(name, size) { CostTests.feed(String(repeating: piece, count: $0)) }
        }

        /// A description of one piece of markup, in which one thing is long.
        static func one(_ name: String, _ size: Int, _ start: String, _ end: String) -> Shape {
            Shape(name, size) { CostTests.feed(start + String(repeating: "x", count: $0) + end) }
        }
    }

    private static let shapes: [Shape] = [
        Shape("attributes of one element", 50_000) {
            "<rss \(attributes($0))><channel><item/></channel></rss>"
        },
        Shape("attributes of many elements", 10_000) {
            feed(String(repeating: "<a \(attributes(100))/>", count: $0 / 100))
        },
        Shape("prefixed attributes below many namespaces", 10_000) { count in
            let names = (0..<120).map { "xmlns:p\($0)='u\($0)'" }.joined(separator: " ")
            let elements = String(repeating: "<a \(attributes(100, prefix: "p0:"))/>", count: count / 100)
            return "<rss \(names)><channel><item><title>x</title>\(elements)</item></channel></rss>"
        },
        Shape("namespaces of one element", 50_000) {
            "<rss \(attributes($0, prefix: "xmlns:"))><channel><item/></channel></rss>"
        },
        Shape("levels", 10_000) {
            feed(String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0))
        },
        Shape("levels that are never closed", 10_000) { String(repeating: "<a>", count: $0) },
        Shape("entries", 2_000) {
            "<rss><channel>\(String(repeating: "<item><title>x</title></item>", count: $0))</channel></rss>"
        },
        Shape("comments in front", 20_000) { String(repeating: "<!-- -->", count: $0) + feed("x") },
        .body("references", 50_000, "&amp;"), .body("numbered references", 50_000, "&#65;"),
        .body("comments", 20_000, "<!-- -->"), .body("sections", 20_000, "<![CDATA[x]]>"),
        .body("instructions", 20_000, "<?a b?>"), .body("elements", 5_000, "<b>x</b>"),
        .body("lines", 100_000, "\n"), .body("text", 100_000, "x"), .body("words", 50_000, "x "),
        .body("marks", 50_000, "\u{301}"), .body("escaped tags", 10_000, "&lt;p>x&lt;/p>"),
        .one("comment", 200_000, "<!--", "-->"), .one("section", 100_000, "<![CDATA[", "]]>"),
        .one("instruction", 200_000, "<?a ", "?>"), .one("value", 200_000, "<a b='", "'/>"),
        .one("name", 200_000, "<", "/>"),
        Shape("references in a value", 50_000) { feed("<a b='\(String(repeating: "&amp;", count: $0))'/>") },
        Shape("XHTML", 5_000) { count in
            let text = String(repeating: "<b>&lt;x</b>", count: count)
            return "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>\(text)</content>"
                + "</entry></feed>"
        },
        Shape("text at the bottom of XHTML", 100_000) { count in
            let (start, end) = (String(repeating: "<b>", count: 190), String(repeating: "</b>", count: 190))
            let text = start + String(repeating: "x", count: count) + end
            return "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>\(text)</content>"
                + "</entry></feed>"
        },
    ]

    @Test("grows with its length and no faster", arguments: shapes)
    func feeds(shape: Shape) {
        let growth = ProcessorTime.growth(from: shape.size, of: { Data(shape.text($0).utf8) }) { data in
            // Whether it is read or refused does not matter here.
            _ = try? FeedParser.parse(data)
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test(
        "grows with its hypertext and no faster",
        arguments: [
            "<", "&", "&#", "</", "<a ", "<!--", "<a b=\"", "<a b=c ", "<script>", "<script></", "<pre>\n",
            "<li>", "<p>",
            "<img alt='&amp;'>", "e\u{301}", "x\n",
        ]
    )
    func hypertext(piece: String) throws {
        let growth = try ProcessorTime.growth(
            from: 10_000,
            of: { Data(Self.feed("<![CDATA[\(String(repeating: piece, count: $0))]]>").utf8) },
            { _ = try FeedParser.parse($0) }
        )
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test("A million references are read")
    func references() throws {
        let feed = try read(Self.feed(String(repeating: "&amp;", count: 1_000_000)))
        #expect(feed.articles[0].body == String(repeating: "&", count: 1_000_000))
    }

    @Test("A text of eight million letters is read")
    func longText() throws {
        let text = String(repeating: "x", count: 8_000_000)
        #expect(try read(Self.feed(text)).articles[0].body == text)
    }

    @Test("Two hundred thousand attributes are read in elements, and refused in one")
    func attributes() throws {
        let element = "<a \(Self.attributes(128))/>"
        let feed = try read(Self.feed(String(repeating: element, count: 1_563) + "x"))
        #expect(feed.articles[0].body == "x")
        #expect(
            failure("<rss \(Self.attributes(200_000))/>")?.message
                == "The feed has an element with more than 128 attributes; such feeds are refused."
        )
        #expect(failure("<rss \(Self.attributes(129))/>")?.code == .tooLarge)
    }

    @Test("A hundred thousand levels are refused, also when all of them are closed")
    func levels() throws {
        for count in [198, 100_000] {
            let text = Self.feed(
                String(repeating: "<a>", count: count) + "x" + String(repeating: "</a>", count: count)
            )
            #expect(
                failure(text)?.message
                    == "The feed is nested more than 200 levels deep; such feeds are refused."
            )
        }
        let text = String(repeating: "<a>", count: 196) + "x" + String(repeating: "</a>", count: 196)
        #expect(try read(Self.feed(text)).articles[0].body == "x")
    }

    @Test("Namespaces are counted within their scope")
    func namespaces() throws {
        // As feeds do it: each entry declares its own.
        let siblings = String(
            repeating: "<a xmlns:b='http://b' xmlns='http://c' />\n<a xmlns:d='http://d'>y</a>",
            count: 500
        )
        #expect(try read(Self.feed(siblings + "x")).articles[0].body.hasSuffix("x"))
        let nested = (0..<10).map { "<a \(Self.attributes(13, prefix: "xmlns:n\($0)"))>" }.joined()
        #expect(
            failure(Self.feed(nested))?.message
                == "The feed declares more than 128 namespaces in one place; such feeds are refused."
        )
    }

    @Test("Text that only looks like tags is not counted")
    func lookalikes() throws {
        let many = Self.attributes(200)
        let text = "<!-- <a \(many)> --><![CDATA[<a \(many)>]]><?a <a \(many)> ?><a b=']]>' c=\">\"/>x"
        #expect(try read(Self.feed(text)).articles[0].body.hasSuffix("x"))
    }

    private func failure(_ text: String) -> FeedError? {
        #expect(throws: FeedError.self) { try read(text) }
    }

    private static func feed(_ description: String) -> String {
        "<rss><channel><item><description>\(description)</description></item></channel></rss>"
    }

    private static func attributes(_ count: Int, prefix: String = "a") -> String {
        (0..<count).map { "\(prefix)a\($0)='x'" }.joined(separator: " ")
    }
}
