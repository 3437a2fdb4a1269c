// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import Testing
import TributaryTesting

@Suite("A feed is loaded from a file", .timeLimit(.minutes(30)))
struct LoadingFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    @Test("by path and by address, again and again")
    func loads() async throws {
        let file = try file(smallFeed)
        #expect(try await FeedLoader.patient(file.path).load().articles.count == 1)
        #expect(try await FeedLoader.patient(file.absoluteString).load().articles.count == 1)
    }

    @Test("that exists", arguments: ["no/such/file.xml", "", "file:///no/such/file.xml"])
    func missing(path: String) async {
        #expect(await failure(FeedLoader.patient(path))?.code == .fileNotFound)
    }

    @Test("and not from a folder")
    func isFolder() async {
        #expect(await failure(FeedLoader.patient(folder.path))?.code == .folder)
    }

    @Test(
        "and not from addresses of another kind",
        arguments: ["ftp://example.org/x", "HTTP://", "gopher://x"]
    )
    func scheme(address: String) async {
        #expect(await failure(FeedLoader.patient(address))?.code == .unsupportedAddress)
    }

    @Test("unless it is larger than the limit: the rest is not read")
    func tooLarge() async throws {
        // Fifty million bytes that take no room on the disk.
        let file = try file("<rss>")
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 50_000_000)
        try handle.close()
        let error = await failure(FeedLoader.patient(file.path))
        #expect(error?.code == .tooLarge)
        #expect(error?.message == "“\(file.path)” is too large: the limit is 10 MB.")
        #expect(await failure(FeedLoader.patient("/dev/zero", sizeLimit: 100_000))?.code == .tooLarge)
    }

    @Test("unless it is a pipe that stays silent")
    func silentPipe() async throws {
        let pipe = Pipe()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(await failure(FeedLoader(address: path, timeout: .milliseconds(20)))?.code == .timedOut)
        try pipe.fileHandleForWriting.write(contentsOf: Data(smallFeed.utf8))
        try pipe.fileHandleForWriting.close()
        #expect(try await FeedLoader.patient(path).load().articles.count == 1)
    }

    private func file(_ text: String) throws -> URL {
        let file = folder.appending(path: "feed.xml")
        try Data(text.utf8).write(to: file)
        return file
    }
}

let smallFeed = "<rss><channel><title>Small</title><item><title>One</title></item></channel></rss>"

extension FeedLoader {
    /// A loader that a busy machine cannot make give up, because no time passes for it.
    static func patient(_ address: String, sizeLimit: Int = 10_000_000) -> FeedLoader {
        FeedLoader(address: address, timeout: .seconds(36_000), sizeLimit: sizeLimit, clock: TestClock())
    }
}

func failure(_ loader: FeedLoader) async -> FeedError? {
    await #expect(throws: FeedError.self) { try await loader.load() }
}
