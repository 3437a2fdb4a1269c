// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing

@Suite("Atom is read", .timeLimit(.minutes(30)))
struct ReadingAtomTests {
    @Test("with text, HTML and XHTML content")
    func contentTypes() throws {
        let feed = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom">
              <title type="html">Notes &amp;mdash; &lt;i&gt;daily&lt;/i&gt;</title>
              <author><name>The Desk</name></author>
              <entry>
                <id>urn:1</id><title>a &lt; b</title><published>2025-03-12T07:30:00Z</published>
                <link rel="self" href="https://example.org/self"/>
                <link href="https://example.org/1"/>
                <content type="html">&lt;p&gt;One&lt;br/&gt;two&lt;/p&gt;</content>
              </entry>
              <entry>
                <id>urn:2</id><title>Second</title><author><name>Ines</name></author>
                <content type="xhtml">
                  <div xmlns="http://www.w3.org/1999/xhtml"><p>Fish &amp; <em>chips</em> &lt; 5</p><ul><li>a</li></ul></div>
                </content>
              </entry>
              <entry>
                <id>urn:3</id><title>Third</title>
                <summary>Plain
            lines</summary>
                <content type="image/png" src="https://example.org/3.png"/>
              </entry>
            </feed>
            """
        )
        #expect(feed.title == "Notes — daily")
        #expect(feed.articles.map(\.title) == ["a < b", "Second", "Third"])
        #expect(feed.articles.map(\.body) == ["One\ntwo", "Fish & chips < 5\n\n• a", "Plain\nlines"])
        #expect(feed.articles.map(\.author) == ["The Desk", "Ines", "The Desk"])
        #expect(feed.articles[0].link == "https://example.org/1")
        #expect(feed.articles[0].date == Date(timeIntervalSince1970: 1_741_764_600))
    }
}
