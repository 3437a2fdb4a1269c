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

    /// Whether there is a platform on which the declaration cannot be used.
    var hasUnavailability: Bool {
        contains { element in
            guard
                let attribute = element.as(AttributeSyntax.self),
                let arguments = attribute.arguments?.as(AvailabilityArgumentListSyntax.self)
            else { return false }
            return arguments.contains { argument in
                argument.argument.as(TokenSyntax.self)?.tokenKind == .keyword(.unavailable)
            }
        }
    }
}
