// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing

@Suite("RSS is read", .timeLimit(.minutes(30)))
struct ReadingRSSTests {
    @Test("with the namespaces that feeds use")
    func namespaces() throws {
        let feed = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
                xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
                xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel>
              <title>River &amp;amp; Rain</title>
              <atom:link href="https://example.org/feed" rel="self"/>
              <item>
                <itunes:title>Not this one</itunes:title>
                <title>First</title>
                <atom:link href="https://example.org/not-this"/>
                <link>https://example.org/first</link>
                <description>Short.</description>
                <content:encoded><![CDATA[<p>Long &amp; <b>bold</b>.</p><p>Second.</p>]]></content:encoded>
                <dc:date>2025-03-12T08:30:00+01:00</dc:date>
                <dc:creator>Mara Voss</dc:creator>
                <guid isPermaLink="false">tag:1</guid>
              </item>
            </channel></rss>
            """
        )
        #expect(feed.title == "River & Rain")
        #expect(
            feed.articles == [
                Article(
                    id: "tag:1",
                    title: "First",
                    link: "https://example.org/first",
                    date: Date(timeIntervalSince1970: 1_741_764_600),
                    author: "Mara Voss",
                    body: "Long & bold.\n\nSecond."
                )
            ]
        )
    }

    @Test("when entries leave almost everything out")
    func sparse() throws {
        let feed = try read(
            """
            <rss version="0.91"><channel>
            <item><description>One two three four five six seven eight nine ten</description></item>
            <item><title>Only a title</title></item>
            <item><guid>https://example.org/by-guid</guid></item>
            </channel></rss>
            """
        )
        #expect(feed.title == "Untitled feed")
        #expect(
            feed.articles.map(\.title) == [
                "One two three four five six seven eight…", "Only a title", "Untitled",
            ]
        )
        #expect(feed.articles[2].link == "https://example.org/by-guid")
        #expect(feed.articles[1].id == "Only a title")
    }

    @Test("in the old form, with items outside of the channel")
    func resourceDescription() throws {
        let feed = try read(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel rdf:about="https://example.org"><title>Old</title></channel>
            <item rdf:about="https://example.org/1"><title>Entry</title><link>https://example.org/1</link></item>
            </rdf:RDF>
            """
        )
        #expect(feed.title == "Old")
        #expect(feed.articles.map(\.title) == ["Entry"])
    }

    @Test("also with white space before the declaration")
    func leadingSpace() throws {
        let feed = try read(
            "\n \n<?xml version='1.0' encoding='utf-8'?><rss><channel><item/></channel></rss>"
        )
        #expect(feed.articles.count == 1)
    }

    @Test(
        "with dates in every form that occurs",
        arguments: [
            ("Wed, 12 Mar 2025 08:30:00 +0100", 1_741_764_600),
            ("12 Mar 2025 07:30 GMT", 1_741_764_600),
            ("Wed, 12 March 25 02:30:00 EST", 1_741_764_600),
            ("2025-03-12T07:30:00Z", 1_741_764_600),
            ("2025-03-12T07:30:00.250Z", 1_741_764_600),
            ("2025-03-12", 1_741_737_600),
            ("31 Feb 2025 07:30 GMT", nil),
            ("yesterday", nil),
        ] as [(String, Int?)]
    )
    func dates(text: String, seconds: Int?) throws {
        let feed = try read("<rss><channel><item><pubDate>\(text)</pubDate></item></channel></rss>")
        #expect(feed.articles[0].date?.timeIntervalSince1970 == seconds.map(Double.init))
    }
}

func read(_ text: String) throws -> Feed { try FeedParser.parse(Data(text.utf8)) }
