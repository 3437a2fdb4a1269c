// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Rewrites a payload's type so that it means the same inside a nested type as inside the enum.
final class NestedTypeRewriter: SyntaxRewriter {
    private let enumName: String

    init(enumName: String) {
        self.enumName = enumName
        super.init(viewMode: .sourceAccurate)
    }

    /// In the nested type, `Self` would be that type.
    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
        guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
        return TypeSyntax(node.with(\.name, .identifier(enumName, trailingTrivia: node.name.trailingTrivia)))
    }

    /// A payload may be implicitly unwrapped, a generic argument may not; both are optionals.
    override func visit(_ node: ImplicitlyUnwrappedOptionalTypeSyntax) -> TypeSyntax {
        TypeSyntax(
            OptionalTypeSyntax(
                wrappedType: rewrite(node.wrappedType).cast(TypeSyntax.self),
                questionMark: .postfixQuestionMarkToken(trailingTrivia: node.exclamationMark.trailingTrivia)
            )
        )
    }
}
