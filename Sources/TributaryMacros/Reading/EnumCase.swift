// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// One case of an enum.
struct EnumCase {
    /// The token of the name in the source, so that a diagnostic can point to it.
    let nameToken: TokenSyntax

    /// The `@available` attributes of the declaration it is in.
    let availability: [String]

    /// The values it holds, none or several.
    let payloads: [EnumPayload]

    init(reading syntax: EnumCaseElementSyntax, availability: [String], enumName: String) {
        nameToken = syntax.name
        self.availability = availability
        payloads =
            syntax.parameterClause?.parameters
            .map { EnumPayload(reading: $0, enumName: enumName) } ?? []
    }

    /// The name, in backticks where the source has them.
    var name: String { nameToken.text }

    /// The name without backticks.
    var plainName: String { nameToken.identifier?.name ?? name }
}
