// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPKit

/// Fetches one document over HTTP, with a time limit; `Download` decides about the content.
struct Fetching: Sendable {
    var url: URL
    var timeout: Duration
    var sizeLimit: Int
    var clock: any Clock<Duration>

    /// The document, or the error that ended the attempt; the connection is closed in both cases.
    ///
    /// - Parameter validators: The validators of the stored document.
    /// - Returns: The document; `nil` if the stored document is up to date.
    /// - Throws: A `FeedError`, or `CancellationError` if the task was cancelled.
    func document(after validators: FeedValidators?) async throws -> Download.Document? {
        var fields = validators?.fields ?? [:]
        fields["Accept"] =
            "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, "
            + "text/xml;q=0.8, */*;q=0.1"
        fields["User-Agent"] = "Newsroom"
        let exchange = HTTPExchange(
            url,
            fields: fields,
            receiver: Download(url: url, sizeLimit: sizeLimit, validators: validators)
        )
        return try await withThrowingTaskGroup { group in
            group.addTask {
                let (download, failure) = try await exchange.run()
                return try download.finish(failure)
            }
            // The system's timeout counts the time between two packets, so a slow trickle of bytes would
            // never time out.
            group.addTask {
                try await clock.sleep(for: timeout)
                throw FeedError.timedOut(after: timeout, reading: url.absoluteString)
            }
            defer { group.cancelAll() }
            guard let document = try await group.next() else { throw CancellationError() }
            return document
        }
    }
}
