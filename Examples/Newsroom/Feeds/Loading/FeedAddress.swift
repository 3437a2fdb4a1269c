// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of a feed: a file, or a page on the web.
enum FeedAddress: Equatable {
    case file(path: String)
    case web(URL)

    /// Parses an address as a person types it: a path, `file://…`, `http://…`, or `https://…`.
    init(_ text: String) throws(FeedError) {
        guard let scheme = text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):\/\//)?.output.1 else {
            self = .file(path: text)
            return
        }
        switch (scheme.lowercased(), URL(string: text)) {
        case ("file", let url?):
            self = .file(path: url.path)
        case ("http", let url?) where url.host?.isEmpty == false,
            ("https", let url?) where url.host?.isEmpty == false:
            self = .web(url)
        case ("file", _), ("http", _), ("https", _):
            throw FeedError(.unsupportedAddress, "“\(text)” is not a complete address.")
        default:
            throw FeedError(
                .unsupportedAddress,
                "“\(scheme)” addresses can't be read; give a file, or an address with http or https."
            )
        }
    }
}
