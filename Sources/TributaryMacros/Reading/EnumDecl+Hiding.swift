// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension EnumDeclSyntax {
    /// Tells whether the file that the enum is in cannot see it; extensions from macros stand in the file itself.
    ///
    /// - Parameter lexicalContext: What is around the enum, the innermost first.
    /// - Returns: Whether the enum or a type around it is `private` inside something else.
    func isHidden(in lexicalContext: [Syntax]) -> Bool {
        // What is outermost stands in the file, where `private` means the whole file.
        ([Syntax(self)] + lexicalContext).dropLast().contains { node in
            node.asProtocol((any WithModifiersSyntax).self)?.modifiers.firstPrivate != nil
        }
    }

    /// Where to point to when the enum is hidden: its own `private`, or else its name.
    var hiddenToken: TokenSyntax { modifiers.firstPrivate ?? name }
}

extension DeclModifierListSyntax {
    fileprivate var firstPrivate: TokenSyntax? {
        lazy.map(\.name).first { $0.tokenKind == .keyword(.private) }
    }
}
