// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension DeclGroupSyntax {
    /// The kind of declaration, in words: `a struct`.
    var spokenKind: String {
        let keyword = introducer.text
        return (keyword.first.map("aeiou".contains) ?? false ? "an " : "a ") + keyword
    }
}
