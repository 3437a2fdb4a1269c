// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension DeclGroupSyntax {
    /// The modifier that members need to be as visible as the type; `nil` if they need none.
    ///
    /// Without a modifier of its own, the type has that of the extension it is written in. Members of anything less
    /// visible than `package` need no modifier, and `private` would hide them from the code around the type.
    ///
    /// - Parameter lexicalContext: The declarations around the type, the innermost first.
    /// - Returns: The modifier.
    func access(in lexicalContext: [Syntax]) -> String? {
        let inherited = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
        return switch modifiers.access ?? inherited {
        case .public, .open: "public"
        case .package: "package"
        default: nil
        }
    }

    /// The `@available` attributes of the type and of the types around it.
    ///
    /// - Parameter lexicalContext: The declarations around the type, the innermost first.
    /// - Returns: The attributes.
    func availability(in lexicalContext: [Syntax]) -> [String] {
        attributes.availability
            + lexicalContext.flatMap { node in
                node.asProtocol((any WithAttributesSyntax).self)?.attributes.availability ?? []
            }
    }

}

extension DeclGroupSyntax where Self: NamedDeclSyntax {
    /// The token that hides the type from the top level of the file, where extensions from macros are placed.
    ///
    /// - Parameter lexicalContext: The declarations around the type, the innermost first.
    /// - Returns: Its `private`, or its name if a type around it is `private` inside something else; `nil` if it is seen.
    func hidingToken(in lexicalContext: [Syntax]) -> TokenSyntax? {
        // The outermost declaration is at the top level, where `private` means the whole file.
        let isHidden = ([Syntax(self)] + lexicalContext).dropLast().contains { node in
            node.asProtocol((any WithModifiersSyntax).self)?.modifiers.firstPrivate != nil
        }
        return isHidden ? modifiers.firstPrivate ?? name : nil
    }
}

extension DeclModifierListSyntax {
    /// The first `private`, also of a setter.
    var firstPrivate: TokenSyntax? {
        lazy.map(\.name).first { $0.tokenKind == .keyword(.private) }
    }

    /// The keyword of the declaration's visibility, if there is one.
    var access: Keyword? {
        lazy.compactMap { modifier -> Keyword? in
            guard case .keyword(let keyword) = modifier.name.tokenKind, modifier.detail == nil else {
                return nil
            }
            let levels: [Keyword] = [.open, .public, .package, .internal, .fileprivate, .private]
            return levels.contains(keyword) ? keyword : nil
        }.first
    }
}
