// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Testing

@Suite("Markup becomes plain text", .timeLimit(.minutes(30)))
struct PlainTextTests {
    @Test(
        "with the words of the page",
        arguments: [
            ("<p>One</p><p>Two</p>", "One\n\nTwo"),
            ("One<br>two<br/>three", "One\ntwo\nthree"),
            ("<ul><li>a</li><li>b</li></ul>c", "• a\n• b\n\nc"),
            ("a  \n b\t<b> c</b>", "a b c"),
            ("&lt;b&gt; &amp; &quot;x&quot; &eacute; &#8212; &#x2014; &#146;", "<b> & \"x\" é — — ’"),
            ("AT&T & Sons &unknown; &;", "AT&T & Sons &unknown; &;"),
            ("5 < 6 and 7 > 6", "5 < 6 and 7 > 6"),
            ("<script>alert('<p>x</p>')</script>kept<style>p{}</style>", "kept"),
            ("<!-- <p>no</p> -->yes", "yes"),
            (#"<a title="a>b" href=x>link</a>"#, "link"),
            (#"<img src="x.png" alt="A &amp; B">"#, "[A & B]"),
            ("<pre>a\n  b</pre>c", "a\n  b\n\nc"),
            ("unfinished <b", "unfinished"),
            ("<script>never closed", ""),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ]
    )
    func examples(markup: String, text: String) throws {
        #expect(try body(markup) == text)
    }

    @Test("that can't steer the terminal")
    func controlCharacters() throws {
        #expect(try body("a&#27;[31mb&#155;c&#x9D;\u{202E}d\u{85}e") == "a[31mb›c d e")
    }

    private func body(_ markup: String) throws -> String {
        let markup = markup.replacing("]]>", with: "")
        return try read(
            "<rss><channel><item><description><![CDATA[\(markup)]]></description></item></channel></rss>"
        )
        .articles[0].body
    }
}
