// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// Reads an enum, reports the cases that cannot have paths, and writes paths for the others.
///
/// The paths are written as a member, not in the extension: names in an extension of a nested type are not looked up
/// in the types around it, and payloads often have types that are declared there.
package enum CasePathableMacro {
    /// The output is formatted already, and so is the same with every version of swift-syntax.
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

/// All diagnostics are reported here: the compiler always expands extensions, but members only when some code uses
/// them, and other errors may prevent that.
extension CasePathableMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let syntax = declaration.as(EnumDeclSyntax.self) else {
            let diagnostic = CasePathableDiagnostic.notAnEnum(declaration.spokenKind)
            context.diagnose(diagnostic.at(node, fixIt: .removing(node, from: declaration)))
            return []
        }
        let obstacles = obstacles(in: syntax, attribute: node)
        obstacles.forEach(context.diagnose)
        guard obstacles.isEmpty else { return [] }

        let enumeration = EnumDeclaration(reading: syntax, in: context.lexicalContext)
        _ = enumeration.removingOverloads { duplicate in
            context.diagnose(CasePathableDiagnostic.overloadedCase(duplicate.name).at(duplicate.nameToken))
        }
        // The list is empty if the enum conforms already.
        guard !protocols.isEmpty else { return [] }
        if let cause = syntax.hidingToken(in: context.lexicalContext) {
            let fixIt = FixIt.conforming(syntax, to: "CasePathable")
            context.diagnose(CasePathableDiagnostic.hidden(syntax.name.text).at(cause, fixIt: fixIt))
            return []
        }
        return [try enumeration.casePathableExtension(of: type.trimmedDescription)]
    }
}
