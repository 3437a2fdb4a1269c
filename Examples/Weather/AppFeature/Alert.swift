// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that people have to be told once, and that is no part of any state.
package struct Alert: Equatable, Sendable {
    /// How bad it is.
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
