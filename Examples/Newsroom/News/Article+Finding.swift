// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Feeds
private import Foundation

extension Article {
    /// Whether a text is in it, in small or large letters, with or without accents.
    func contains(_ text: String) -> Bool {
        [title, author ?? "", body].contains {
            $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}
