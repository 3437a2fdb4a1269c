// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import HTTPKit
import Testing

@Suite("A download decides without a network", .timeLimit(.minutes(30)))
struct DownloadTests {
    private let url = URL(fileURLWithPath: "/feed")
    private var download: Download { Download(url: url, sizeLimit: 10) }

    @Test("to stop at the byte beyond the limit, and to drop its data")
    func limit() {
        var download = download
        let goesOn = [
            download.receive(HTTPHead(status: 200)),
            download.receive(Data(count: 10)),
            download.receive(Data(count: 1)),
            download.receive(Data(count: 1)),
        ]
        #expect(goesOn == [true, true, false, false])
        #expect(code(of: download) == .tooLarge)
    }

    @Test("to stop at a length beyond the limit")
    func announcedLength() {
        var download = download
        let goesOn = download.receive(HTTPHead(status: 200, length: 11))
        #expect(!goesOn)
        #expect(code(of: download) == .tooLarge)
    }

    @Test(
        "not to follow a server to another place than the web",
        arguments: ["file:///etc/hostname", "ftp://example.org", "", "/etc/hostname"]
    )
    func redirectElsewhere(target: String) {
        var download = download
        let goesOn = download.redirect(to: target, HTTPHead(status: 302))
        #expect(!goesOn)
        #expect(code(of: download) == .unsupportedAddress)
    }

    @Test("that the first failure is the cause of the others")
    func firstFailure() {
        var download = download
        let goesOn = [
            download.receive(HTTPHead(status: 404, length: 100)),
            download.receive(Data(count: 100)),
        ]
        #expect(goesOn == [false, false])
        #expect(code(of: download) == .status)
    }

    @Test("not to leave an encrypted connection")
    func downgrade() throws {
        let url = try #require(URL(string: "https://a.example/feed"))
        var download = Download(url: url, sizeLimit: 10)
        let stays = download.redirect(to: "https://b.example/feed", HTTPHead(status: 301))
        #expect(stays)
        let leaves = download.redirect(to: "http://b.example/feed", HTTPHead(status: 301))
        #expect(!leaves)
        #expect(code(of: download) == .unsupportedAddress)
    }

    @Test("that nothing has changed only if the request contained validators")
    func unchanged() throws {
        var download = Download(
            url: url,
            sizeLimit: 10,
            validators: FeedValidators(entityTag: "\"a\"", lastModified: nil)
        )
        let goesOn = download.receive(HTTPHead(status: 304))
        #expect(!goesOn)
        #expect(try download.finish(nil) == nil)
        download = self.download
        _ = download.receive(HTTPHead(status: 304))
        #expect(code(of: download) == .status)
    }

    @Test("which validators to send next time, and refuses harmful ones")
    func validators() throws {
        var download = download
        _ = download.receive(
            HTTPHead(status: 200, fields: ["etag": "W/\"1\"", "Last-Modified": "Sun, 22 Nov 2026"])
        )
        let validators = try #require(try download.finish(nil)?.validators)
        #expect(validators == FeedValidators(entityTag: "W/\"1\"", lastModified: "Sun, 22 Nov 2026"))
        for harm in ["", "a\r\nHost: b", "\u{1B}[2J", "é", String(repeating: "x", count: 1_001)] {
            #expect(FeedValidators(entityTag: harm, lastModified: harm) == nil)
        }
    }

    private func code(of download: Download) -> FeedError.Code? {
        do throws(FeedError) {
            _ = try download.finish(nil)
            return nil
        } catch { return error.code }
    }
}
