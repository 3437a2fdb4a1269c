// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension CasePathableMacro {
    /// The reasons why an enum cannot have any paths at all.
    static func obstacles(in syntax: EnumDeclSyntax, attribute: AttributeSyntax) -> [Diagnostic] {
        suppressedCopyability(of: syntax)
            .map { [CasePathableDiagnostic.notCopyable.at($0, fixIt: .removing(attribute, from: syntax))] }
            ?? takenNames(in: syntax.memberBlock.members)
    }

    private static func suppressedCopyability(of syntax: EnumDeclSyntax) -> SuppressedTypeSyntax? {
        syntax.inheritanceClause?.inheritedTypes.lazy
            .compactMap { $0.type.as(SuppressedTypeSyntax.self) }
            .first { ["Copyable", "Swift.Copyable"].contains($0.type.trimmedDescription) }
    }

    /// Members with names that the macro needs for its own.
    private static func takenNames(in members: MemberBlockItemListSyntax) -> [Diagnostic] {
        members.flatMap { item -> [Diagnostic] in
            if let block = item.decl.as(IfConfigDeclSyntax.self) {
                return block.clauses.flatMap { clause in
                    clause.elements?.as(MemberBlockItemListSyntax.self).map(takenNames) ?? []
                }
            }
            if let cases = item.decl.as(EnumCaseDeclSyntax.self) {
                return cases.elements.map(\.name).filter(isTaken).map { name in
                    CasePathableDiagnostic.takenCaseName(name.text).at(name)
                }
            }
            return declaredNames(by: item.decl).filter(isTaken).map { name in
                CasePathableDiagnostic.takenMemberName(name.text).at(
                    name,
                    fixIt: .removing(item, named: name.text)
                )
            }
        }
    }

    private static func isTaken(_ name: TokenSyntax) -> Bool {
        ["AllCasePaths", "allCasePaths"].contains(name.identifier?.name)
    }

    /// The names of nested types and static properties; those of instance members cannot collide.
    private static func declaredNames(by declaration: DeclSyntax) -> [TokenSyntax] {
        if let variable = declaration.as(VariableDeclSyntax.self) {
            guard variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else {
                return []
            }
            return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
        }
        if declaration.is(FunctionDeclSyntax.self) || declaration.is(MacroDeclSyntax.self) { return [] }
        return (declaration.asProtocol((any NamedDeclSyntax).self)?.name).map { [$0] } ?? []
    }
}
