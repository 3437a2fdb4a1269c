// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Feeds
private import Foundation

extension Article {
    /// Whether it contains a text; case and accents are ignored.
    func contains(_ text: String) -> Bool {
        [title, author ?? "", body].contains {
            $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}
