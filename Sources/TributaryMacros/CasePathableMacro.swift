// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// Reads an enum, complains about what cannot have paths, and writes the rest.
///
/// The paths are written as a member, not in the extension: names in an extension of a nested type are not looked
/// up in the types around it, and payloads often have types that are declared there.
package enum CasePathableMacro {
    /// What is written is laid out already, the same whatever version of swift-syntax a user's build resolves.
    package static var formatMode: FormatMode { .disabled }
}

extension CasePathableMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let syntax = declaration.as(EnumDeclSyntax.self), obstacles(in: syntax, attribute: node).isEmpty
        else {
            return []
        }
        return EnumDeclaration(reading: syntax, in: context.lexicalContext).removingOverloads { _ in }
            .allCasePathsMembers
    }
}

/// All complaints are made here: the compiler always asks for extensions, but for members only once somebody looks
/// for them, and by then other errors may have kept it from looking.
extension CasePathableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let syntax = declaration.as(EnumDeclSyntax.self) else {
            let complaint = CasePathableDiagnostic.notAnEnum(declaration.spokenKind)
            context.diagnose(complaint.at(node, removing: node, from: declaration))
            return []
        }
        let obstacles = obstacles(in: syntax, attribute: node)
        obstacles.forEach(context.diagnose)
        guard obstacles.isEmpty else { return [] }

        let enumeration = EnumDeclaration(reading: syntax, in: context.lexicalContext)
        _ = enumeration.removingOverloads { duplicate in
            context.diagnose(CasePathableDiagnostic.overloadedCase(duplicate.name).at(duplicate.nameToken))
        }
        // The compiler leaves the list empty where the enum conforms already.
        guard !protocols.isEmpty else { return [] }
        if syntax.isHidden(in: context.lexicalContext) {
            context.diagnose(CasePathableDiagnostic.hidden(syntax.name.text).at(hidden: syntax))
            return []
        }
        return [try enumeration.casePathableExtension(of: type.trimmedDescription)]
    }
}
