// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Data

/// Loads a feed from a file or from the web, within a limit of time and of size.
public struct FeedLoader: Sendable {
    /// Where the feed is: a path, or an address with `http`, `https` or `file`.
    public var address: String
    /// How long loading may take altogether, redirects included.
    public var timeout: Duration
    /// How many bytes a feed may have; never more than this, and the little that is under way, is in memory.
    public var sizeLimit: Int
    /// What measures the time that the web may take; a file is waited for by the system, in real time.
    public var clock: any Clock<Duration>

    /// Makes a loader; nothing is read yet.
    ///
    /// - Parameters:
    ///   - address: Where the feed is: a path, or an address with `http`, `https` or `file`.
    ///   - timeout: How long loading may take altogether.
    ///   - sizeLimit: How many bytes a feed may have.
    ///   - clock: What measures the time that the web may take.
    public init(
        address: String,
        timeout: Duration = .seconds(15),
        sizeLimit: Int = 10_000_000,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.address = address
        self.timeout = timeout
        self.sizeLimit = sizeLimit
        self.clock = clock
    }

    /// Loads the feed anew.
    ///
    /// - Returns: The feed, with at least one article.
    /// - Throws: A `FeedError`, or `CancellationError` when the task was cancelled.
    public func load() async throws -> Feed {
        switch try await load(after: nil) {
        case .feed(let feed, _): feed
        case .unchanged: throw FeedError(.empty, "“\(address)” has nothing, and had nothing before.")
        }
    }

    /// Loads the feed, unless the server says that it is still the one which was loaded before.
    ///
    /// - Parameter validators: What the server named the feed which was loaded before; `nil` loads it anyway.
    /// - Returns: The feed, with at least one article, or that it is unchanged.
    /// - Throws: A `FeedError`, or `CancellationError` when the task was cancelled.
    @concurrent
    public func load(after validators: FeedValidators?) async throws -> FeedAnswer {
        guard let document = try await document(after: validators) else { return .unchanged }
        let feed = try FeedParser.parse(document.body, charset: document.charset)
        return .feed(feed, document.validators)
    }

    /// Loads what is at the address, whatever it is, within the limits.
    ///
    /// - Returns: The bytes.
    /// - Throws: A `FeedError`, or `CancellationError` when the task was cancelled.
    @concurrent
    public func contents() async throws -> Data { try await document(after: nil)?.body ?? Data() }

    private func document(after validators: FeedValidators?) async throws -> Download.Document? {
        switch try FeedAddress(address) {
        case .file(let path):
            let reading = FileReading(path: path, sizeLimit: sizeLimit, timeout: timeout)
            return Download.Document(body: try await reading.contents())
        case .web(let url):
            let fetching = Fetching(url: url, timeout: timeout, sizeLimit: sizeLimit, clock: clock)
            return try await fetching.document(after: validators)
        }
    }
}

extension FeedError {
    static func timedOut(after timeout: Duration, reading name: String) -> FeedError {
        let seconds = timeout / .seconds(1)
        let number = seconds.rounded() == seconds ? "\(Int(seconds))" : "\(seconds)"
        let limit = seconds == 1 ? "1 second" : "\(number) seconds"
        return FeedError(.timedOut, "“\(name)” did not answer in time: the limit is \(limit).")
    }

    static func tooLarge(_ name: String, limit: Int) -> FeedError {
        let limit = limit.isMultiple(of: 1_000_000) ? "\(limit / 1_000_000) MB" : "\(limit) bytes"
        return FeedError(.tooLarge, "“\(name)” is too large: the limit is \(limit).")
    }
}
