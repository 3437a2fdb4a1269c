// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing

@Suite("Documents that are not feeds are refused", .timeLimit(.minutes(30)))
struct RefusingTests {
    @Test("XML that is not well formed, with its line")
    func notXML() {
        let error = failure("<rss>\n<channel>\n<title>x</channel>\n</rss>")
        #expect(error?.code == .notXML)
        #expect(error?.message == "This is not XML: an element is closed that is not open, in line 3.")
    }

    @Test(
        "text of any other kind",
        arguments: ["hello", "[\"a\"]", "   ", "<", "<rss/>junk", "<a>&nbsp;</a>"]
    )
    func otherText(text: String) {
        #expect(failure(text)?.code == .notXML)
    }

    @Test("XML of another kind")
    func otherXML() {
        let error = failure("<note><to>you</to></note>")
        #expect(error?.code == .notAFeed)
        #expect(error?.message.contains("“note”") == true)
        #expect(failure("<feed/>")?.code == .notAFeed)
        #expect(failure("<rss/>")?.code == .notAFeed)
    }

    @Test(
        "web pages",
        arguments: ["<!DOCTYPE html><p>unclosed", "<!doctype HTML>\n<html></html>", "<html/>"]
    )
    func webPages(text: String) {
        #expect(failure(text)?.message.contains("web page") == true)
    }

    @Test("feeds without entries, by their title")
    func noEntries() {
        let error = failure("<rss><channel><title>Quiet</title></channel></rss>")
        #expect(error?.code == .noEntries)
        #expect(error?.message == "The feed “Quiet” has no entries.")
    }

    @Test("nothing at all")
    func empty() {
        #expect(failure("")?.code == .empty)
    }

    @Test("entities that expand each other")
    func expansion() {
        let error = failure(
            """
            <?xml version="1.0"?>
            <!-- a comment in front -->
            <!DOCTYPE rss [
              <!ENTITY a "aaaaaaaaaa">
              <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            ]>
            <rss><channel><title>&b;</title><item/></channel></rss>
            """
        )
        #expect(error?.code == .declarations)
    }

    @Test("entities from outside, whatever is quoted in front of them")
    func externalEntities() {
        let text = """
            <!DOCTYPE rss PUBLIC ">" '>' [<!ENTITY x SYSTEM "file:///etc/hostname">]>
            <rss><channel><item><title>&x;</title></item></channel></rss>
            """
        #expect(failure(text)?.code == .declarations)
    }

    @Test("A document type without declarations is harmless and stays unread")
    func harmlessDocumentType() throws {
        let feed = try read(
            """
            <!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://127.0.0.1:9/rss-0.91.dtd">
            <rss version="0.91"><channel><item><title>x</title></item></channel></rss>
            """
        )
        #expect(feed.articles.map(\.title) == ["x"])
    }

    @Test("elements without number, which would fill the memory")
    func manyElements() {
        #expect(failure("<rss>" + String(repeating: "<a/>", count: 500_001) + "</rss>")?.code == .tooLarge)
    }

    @Test("nesting without end, which would overflow the stack")
    func deepNesting() {
        #expect(failure(String(repeating: "<a>", count: 100_000))?.code == .tooLarge)
    }

    private func failure(_ text: String) -> FeedError? {
        #expect(throws: FeedError.self) { try read(text) }
    }
}
