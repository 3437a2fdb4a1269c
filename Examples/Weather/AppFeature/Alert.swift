// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A message for people, shown once and not a part of any state.
package struct Alert: Equatable, Sendable {
    /// The severity of the message.
    package enum Kind: Equatable, Sendable {
        case warning, problem
    }

    package var kind: Kind
    /// One sentence.
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
