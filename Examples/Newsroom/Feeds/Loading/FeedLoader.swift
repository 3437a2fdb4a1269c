// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Data

/// Loads a feed from a file or from the web, with limits for time and size.
public struct FeedLoader: Sendable {
    /// The address of the feed: a path, or a URL with `http`, `https`, or `file`.
    public var address: String
    /// The time limit for loading, redirects included.
    public var timeout: Duration
    /// The size limit, in bytes; it also bounds the memory in use, apart from data in flight.
    public var sizeLimit: Int
    /// The clock for the time limit on the web; files are read in real time.
    public var clock: any Clock<Duration>

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - address: The address of the feed: a path, or a URL with `http`, `https`, or `file`.
    ///   - timeout: The time limit for loading.
    ///   - sizeLimit: The size limit, in bytes.
    ///   - clock: The clock for the time limit on the web.
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

    /// Loads the feed.
    ///
    /// - Returns: The feed, with at least one article.
    /// - Throws: A `FeedError`, or `CancellationError` if the task was cancelled.
    public func load() async throws -> Feed {
        switch try await load(after: nil) {
        case .feed(let feed, _): feed
        case .unchanged: throw FeedError(.empty, "“\(address)” has nothing, and had nothing before.")
        }
    }

    /// Loads the feed, unless the server reports that the stored version is up to date.
    ///
    /// - Parameter validators: The validators of the stored version; `nil` loads it in any case.
    /// - Returns: The feed, with at least one article, or that it is unchanged.
    /// - Throws: A `FeedError`, or `CancellationError` if the task was cancelled.
    @concurrent
    public func load(after validators: FeedValidators?) async throws -> FeedAnswer {
        guard let document = try await document(after: validators) else { return .unchanged }
        let feed = try FeedParser.parse(document.body, charset: document.charset)
        return .feed(feed, document.validators)
    }

    /// Loads the document at the address, of any format, within the limits.
    ///
    /// - Returns: The bytes.
    /// - Throws: A `FeedError`, or `CancellationError` if the task was cancelled.
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
