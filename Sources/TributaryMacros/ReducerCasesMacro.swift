// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// Reads an enum of reducers, and writes the reducer of which one runs at a time.
package enum ReducerCasesMacro {
    /// The output is formatted already, and so is the same with every version of swift-syntax.
    package static var formatMode: FormatMode { .disabled }
}

extension ReducerCasesMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let syntax = declaration.as(EnumDeclSyntax.self) else { return [] }
        let cases = ReducerCases(reading: syntax, in: context.lexicalContext)
        return cases.obstacles.isEmpty ? cases.members : []
    }
}

/// All diagnostics are reported here, as those of `CasePathableMacro` are, and for the same reason.
extension ReducerCasesMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let syntax = declaration.as(EnumDeclSyntax.self) else {
            let diagnostic = ReducerCasesDiagnostic.notAnEnum(declaration.spokenKind)
            context.diagnose(diagnostic.at(node, fixIt: .removing(node, from: declaration)))
            return []
        }
        let cases = ReducerCases(reading: syntax, in: context.lexicalContext)
        cases.obstacles.forEach(context.diagnose)
        guard cases.obstacles.isEmpty, !protocols.isEmpty else { return [] }
        if let cause = syntax.hidingToken(in: context.lexicalContext) {
            context.diagnose(ReducerCasesDiagnostic.hidden(syntax.name.text).at(cause))
            return []
        }
        return [try cases.conformance(of: type.trimmedDescription)]
    }
}
