// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing
import TributaryTesting

@Suite("A damaged feed", .timeLimit(.minutes(30)))
struct DamageTests {
    private let feed = """
        <?xml version="1.0" encoding="utf-8"?>
        <!DOCTYPE rss PUBLIC "a" "b">
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Café</title>
        <item><title>a &amp; b</title><pubDate>Mon, 10 Nov 2025 06:30:00 GMT</pubDate>
        <content:encoded><![CDATA[<p class="x">One &mdash; <img alt='y'>two</p><pre>z</pre>]]></content:encoded></item>
        <!-- end --></channel></rss>
        """

    @Test("is read or refused, and ends nothing", arguments: 1...50)
    func anyDamage(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var bytes = Array(feed.utf8)
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default:
                    bytes.insert(contentsOf: Array("<&>\"'![]".utf8).shuffled(using: &generator), at: place)
                }
            }
            do throws(FeedError) {
                #expect(try FeedParser.parse(Data(bytes)).articles.count >= 1)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
