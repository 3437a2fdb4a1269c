// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Replaces both factors when a client reconnects after a lost connection.
package struct SessionToken: Sendable {
    /// The number of seconds for which it is valid after the sign-in.
    package static let lifetime = 30 * 24 * 3600

    /// The text that the client keeps.
    package let text: String

    /// Makes a token of 256 random bits.
    package init() { text = Base32.text(of: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }) }

    /// The server's copy of a token: enough to recognize it, but not to use it.
    package static func fingerprint(of text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
