// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// One of the values that a case holds.
struct EnumPayload {
    /// The label, unless there is none or it is `_`.
    let label: String?

    /// The type, so written that it means the same inside a type nested in the enum, and in a generic argument.
    let type: String

    init(reading syntax: EnumCaseParameterSyntax, enumName: String) {
        label = syntax.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
        type = NestedTypeRewriter(enumName: enumName).rewrite(syntax.type).trimmedDescription
    }
}
