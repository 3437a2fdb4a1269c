// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension CheckedText {
    /// A text that a test knows to obey the rules.
    package static func sample(_ text: String) -> Self {
        guard let value = Self(text) else { preconditionFailure("“\(text)”: \(Self.rule)") }
        return value
    }
}
