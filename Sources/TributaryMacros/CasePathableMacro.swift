// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import SwiftSyntax
package import SwiftSyntaxMacros

/// Reads an enum, complains about what cannot have paths, and writes the rest.
///
/// The paths are written as a member, not in the extension: names in an extension of a nested type are not looked
/// up in the types around it, and payloads often have types that are declared there.
package enum CasePathableMacro {}

extension CasePathableMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let syntax = declaration.as(EnumDeclSyntax.self) else {
            context.diagnose(CasePathableDiagnostic.notAnEnum(declaration.spokenKind).at(node, in: declaration))
            return []
        }
        let obstacles = obstacles(in: syntax, attribute: node)
        obstacles.forEach(context.diagnose)
        guard obstacles.isEmpty else { return [] }

        var enumeration = EnumDeclaration(reading: syntax, in: context.lexicalContext)
        enumeration.removeOverloads { duplicate in
            context.diagnose(CasePathableDiagnostic.overloadedCase(duplicate.name).at(duplicate.nameToken))
        }
        return enumeration.allCasePathsMembers
    }
}

extension CasePathableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // The compiler leaves the list empty where the enum conforms already. Complaints are the member role's.
        guard
            !protocols.isEmpty,
            let syntax = declaration.as(EnumDeclSyntax.self),
            obstacles(in: syntax, attribute: node).isEmpty
        else { return [] }

        let enumeration = EnumDeclaration(reading: syntax, in: context.lexicalContext)
        return [try enumeration.casePathableExtension(of: type.trimmedDescription)]
    }
}
