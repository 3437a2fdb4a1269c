// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension AttributeListSyntax {
    /// The `@available` attributes, as written.
    var availability: [String] {
        compactMap { element in
            guard
                let attribute = element.as(AttributeSyntax.self),
                attribute.attributeName.trimmedDescription == "available"
            else { return nil }
            return attribute.trimmedDescription
        }
    }
}
