// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Addresses of feeds that do not depend on the current folder.
enum FeedPlace {
    /// The feeds that come with the program; their addresses do not depend on where it is installed.
    static let own = ["newsroom:confluence.xml", "newsroom:lock.xml", "newsroom:mill.json"]

    /// The typed address, as an absolute path if it is a file.
    static func absolute(_ text: String) -> String {
        let isPath = !text.contains("://") && !text.isEmpty && !text.utf8.contains(0) && !own.contains(text)
        return isPath ? URL(filePath: text).standardizedFileURL.path : text
    }

    /// The address to load a feed from.
    static func location(of address: String) -> String {
        guard own.contains(address) else { return address }
        let name = String(address.dropFirst("newsroom:".count))
        return Bundle.module.path(forResource: name, ofType: nil) ?? name
    }
}
