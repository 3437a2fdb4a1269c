// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing

@Suite("JSON Feed", .timeLimit(.minutes(30)))
struct ReadingJSONTests {
    @Test("is read as version 1.1 has it")
    func reads() throws {
        let feed = try read(
            #"""
              {"version": "https://jsonfeed.org/version/1.1", "title": "  A\u001b[2J feed ",
               "authors": [{"name": "Ada"}, {"url": "https://x"}],
               "items": [
                {"id": "1", "url": "https://a.example/1", "title": "One", "content_html": "<p>Text &amp; more",
                 "date_published": "2026-11-22T08:30:00Z"},
                {"id": 2, "content_text": "First words\nand more", "authors": [{"name": "Bo"}]}
               ]}
            """#
        )
        #expect(feed.title == "A[2J feed")
        #expect(feed.articles.map(\.id) == ["1", "2"])
        #expect(feed.articles.map(\.author) == ["Ada", "Bo"])
        #expect(feed.articles.map(\.body) == ["Text & more", "First words\nand more"])
        #expect(feed.articles.map(\.title) == ["One", "First words and more…"])
        #expect(feed.articles[0].link == "https://a.example/1")
        #expect(feed.articles[0].date == Date(timeIntervalSince1970: 1_795_336_200))
    }

    @Test(
        "is nothing else",
        arguments: [
            "{", "{}", #"{"version": 1, "items": []}"#, #"{"version": "https://x", "items": []}"#,
            #"{"version": "https://jsonfeed.org/version/1"}"#,
            "{\"a\":\(String(repeating: "[", count: 100_000))",
        ]
    )
    func refuses(text: String) {
        #expect(#expect(throws: FeedError.self) { try read(text) }?.code == .notAFeed)
    }

    @Test("needs an entry, like every feed")
    func empty() {
        let text = #"{"version": "https://jsonfeed.org/version/1", "items": []}"#
        #expect(#expect(throws: FeedError.self) { try read(text) }?.code == .noEntries)
    }
}

@Suite("A list of feeds", .timeLimit(.minutes(30)))
struct SubscriptionListTests {
    @Test("is read as it was written, whatever names hold")
    func roundTrip() throws {
        let items = [
            SubscriptionList.Item(address: "https://a.example/?a=1&b=\"2\"", title: "A <b> & 'c'"),
            SubscriptionList.Item(address: "/home/feeds/x.xml"),
        ]
        let text = SubscriptionList.text(of: items)
        let read = try SubscriptionList.parse(Data(text.utf8))
        #expect(read.map(\.address) == items.map(\.address))
        #expect(read.map(\.title) == ["A <b> & 'c'", "/home/feeds/x.xml"])
    }

    @Test("has each feed once, in whichever folder it is")
    func folders() throws {
        let text = """
            <opml><head/><body><outline text="Folder"><outline text="a" xmlUrl="http://a"/></outline>
            <outline text="b" xmlUrl="http://b"/><outline text="c" xmlUrl="http://a"/></body></opml>
            """
        #expect(try SubscriptionList.parse(Data(text.utf8)).map(\.address) == ["http://a", "http://b"])
    }

    @Test("is nothing else, and no more than a thousand")
    func refuses() {
        let many = (0...1_000).map { "<outline xmlUrl='http://\($0)'/>" }.joined()
        let texts: [(String, FeedError.Code)] = [
            ("<rss/>", .notAFeed), ("<opml><body/></opml>", .noEntries), ("", .empty), ("x", .notXML),
            ("<opml><body>\(many)</body></opml>", .tooLarge),
            ("<!DOCTYPE opml [<!ENTITY a 'b'>]><opml/>", .declarations),
        ]
        for (text, code) in texts {
            let error = #expect(throws: FeedError.self) { try SubscriptionList.parse(Data(text.utf8)) }
            #expect(error?.code == code)
        }
    }
}
