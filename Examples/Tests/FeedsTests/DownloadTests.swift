// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing

@Suite("A download decides without a network", .timeLimit(.minutes(30)))
struct DownloadTests {
    private let url = URL(fileURLWithPath: "/feed")
    private var download: Download { Download(url: url, sizeLimit: 10) }

    @Test("to stop at the byte beyond the limit, and to forget what it had")
    func limit() {
        var download = download
        let goesOn = [
            download.receive(status: 200, length: -1, contentType: nil),
            download.receive(Data(count: 10)),
            download.receive(Data(count: 1)),
            download.receive(Data(count: 1)),
        ]
        #expect(goesOn == [true, true, false, false])
        #expect(code(of: download.finish(nil)) == .tooLarge)
    }

    @Test("to stop at a length beyond the limit")
    func announcedLength() {
        var download = download
        let goesOn = download.receive(status: 200, length: 11, contentType: nil)
        #expect(!goesOn)
        #expect(code(of: download.finish(nil)) == .tooLarge)
    }

    @Test(
        "not to follow a server to another place than the web",
        arguments: ["file:///etc/hostname", "ftp://example.org", "", "/etc/hostname"]
    )
    func redirectElsewhere(target: String) {
        var download = download
        let goesOn = download.redirect(to: target)
        #expect(!goesOn)
        #expect(code(of: download.finish(nil)) == .unsupportedAddress)
    }

    @Test("that the first failure is the cause of the others")
    func firstFailure() {
        var download = download
        let goesOn = [
            download.receive(status: 404, length: 100, contentType: nil),
            download.receive(Data(count: 100)),
        ]
        #expect(goesOn == [false, false])
        #expect(code(of: download.finish(nil)) == .status)
    }

    private func code(of result: Result<Download.Document, any Error>) -> FeedError.Code? {
        if case .failure(let error as FeedError) = result { error.code } else { nil }
    }
}
