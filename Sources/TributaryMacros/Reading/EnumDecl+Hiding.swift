// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension EnumDeclSyntax {
    /// Whether the top level of the file cannot see the enum; extensions from macros are placed there.
    ///
    /// - Parameter lexicalContext: The declarations around the enum, the innermost first.
    /// - Returns: Whether the enum or a type around it is `private` inside something else.
    func isHidden(in lexicalContext: [Syntax]) -> Bool {
        // The outermost declaration is at the top level, where `private` means the whole file.
        ([Syntax(self)] + lexicalContext).dropLast().contains { node in
            node.asProtocol((any WithModifiersSyntax).self)?.modifiers.firstPrivate != nil
        }
    }

    /// Where a diagnostic about a hidden enum points: its own `private`, or else its name.
    var hiddenToken: TokenSyntax { modifiers.firstPrivate ?? name }
}

extension DeclModifierListSyntax {
    fileprivate var firstPrivate: TokenSyntax? {
        lazy.map(\.name).first { $0.tokenKind == .keyword(.private) }
    }
}
