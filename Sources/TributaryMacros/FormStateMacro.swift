// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// Reads the properties of a struct or the cases of an enum, and gives them names for forms.
package enum FormStateMacro {
    /// The output is formatted already, and so is the same with every version of swift-syntax.
    package static var formatMode: FormatMode { .disabled }
}

extension FormStateMacro: MemberMacro {
    package static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let form = FormDeclaration(reading: declaration, in: context.lexicalContext) else { return [] }
        return form.members.isEmpty ? [] : [form.member]
    }
}

/// All diagnostics are reported here, as those of `CasePathableMacro` are, and for the same reason.
extension FormStateMacro: ExtensionMacro {
    package static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let form = FormDeclaration(reading: declaration, in: context.lexicalContext) else {
            let diagnostic = FormStateDiagnostic.notAValue(declaration.spokenKind)
            context.diagnose(diagnostic.at(node, fixIt: .removing(node, from: declaration)))
            return []
        }
        guard !form.members.isEmpty else {
            context.diagnose(FormStateDiagnostic.withoutFields(form.name).at(node))
            return []
        }
        // The list is empty if the type conforms already.
        guard !protocols.isEmpty else { return [] }
        if let cause = form.hidingToken {
            context.diagnose(FormStateDiagnostic.hidden(form.name, form.keyword).at(cause))
            return []
        }
        return [try form.conformance(of: type.trimmedDescription)]
    }
}
