// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import News

extension NewsClient {
    /// The files, the web and the browser.
    ///
    /// - Parameters:
    ///   - timeout: The time limit for loading a feed.
    ///   - opener: Opens links.
    /// - Returns: The client.
    static func live(timeout: Duration, opener: LinkOpener) -> NewsClient {
        NewsClient(
            load: { address, validators in
                try await FeedLoader(address: FeedPlace.location(of: address), timeout: timeout)
                    .load(after: validators)
            },
            follow: { await opener.open($0) },
            readList: { path in
                try SubscriptionList.parse(try await FeedLoader(address: path, timeout: timeout).contents())
            },
            writeList: { path, items in
                let text = SubscriptionList.text(of: items)
                do {
                    try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
                } catch {
                    throw ListFailure(path: path)
                }
            }
        )
    }
}

/// The error if a list could not be written.
private struct ListFailure: Error, CustomStringConvertible {
    let path: String

    var description: String { "“\(path)” can't be written." }
}
