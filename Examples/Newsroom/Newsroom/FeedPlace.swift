// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a feed is, so that it is found from every folder that the program is started in.
enum FeedPlace {
    /// The feeds that come with the program; their addresses stay the same wherever it is installed.
    static let own = ["newsroom:confluence.xml", "newsroom:lock.xml", "newsroom:mill.json"]

    /// What was typed, with the whole path where it is a file.
    static func absolute(_ text: String) -> String {
        let isPath = !text.contains("://") && !text.isEmpty && !text.utf8.contains(0) && !own.contains(text)
        return isPath ? URL(filePath: text).standardizedFileURL.path : text
    }

    /// Where to load a feed from.
    static func location(of address: String) -> String {
        guard own.contains(address) else { return address }
        let name = String(address.dropFirst("newsroom:".count))
        return Bundle.module.path(forResource: name, ofType: nil) ?? name
    }
}
