// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// Reads a struct of closures, and writes the members of a client.
package enum ClientMacro {
    /// The output is formatted already, and so is the same with every version of swift-syntax.
    package static var formatMode: FormatMode { .disabled }
}

extension ClientMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let syntax = declaration.as(StructDeclSyntax.self) else { return [] }
        let client = ClientDeclaration(reading: syntax, in: context.lexicalContext)
        return client.obstacles.isEmpty ? client.members : []
    }
}

/// All diagnostics are reported here, as those of `CasePathableMacro` are, and for the same reason.
extension ClientMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let syntax = declaration.as(StructDeclSyntax.self) else {
            let diagnostic = ClientDiagnostic.notAStruct(declaration.spokenKind)
            context.diagnose(diagnostic.at(node, fixIt: .removing(node, from: declaration)))
            return []
        }
        let client = ClientDeclaration(reading: syntax, in: context.lexicalContext)
        client.obstacles.forEach(context.diagnose)
        let names = protocols.map { $0.trimmedDescription.split(separator: ".").last }
        guard client.obstacles.isEmpty, !names.isEmpty else { return [] }
        if let cause = syntax.hidingToken(in: context.lexicalContext) {
            context.diagnose(ClientDiagnostic.hidden(syntax.name.text).at(cause))
            return []
        }
        return try client.conformances(
            of: type.trimmedDescription,
            isKey: names.contains("DependencyKey"),
            isSendable: names.contains("Sendable")
        )
    }
}
