// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// An enum of reducers as `@ReducerCases` needs it, read from syntax.
struct ReducerCases {
    /// The modifier that members need to be as visible as the enum; `nil` if they need none.
    let access: String?

    /// The `@available` attributes of the enum and of the types around it.
    let availability: [String]

    /// Whether each of its cases may hold the enum itself.
    let isIndirect: Bool

    /// The cases, in the order in which they are written.
    let cases: [ReducerCase]

    /// The reasons why there can be no reducer.
    let obstacles: [Diagnostic]

    /// Reads an enum.
    ///
    /// - Parameters:
    ///   - syntax: The enum.
    ///   - lexicalContext: The declarations around it, the innermost first.
    init(reading syntax: EnumDeclSyntax, in lexicalContext: [Syntax]) {
        access = syntax.access(in: lexicalContext)
        availability = syntax.availability(in: lexicalContext)
        isIndirect = syntax.modifiers.isIndirect
        var cases: [ReducerCase] = []
        var obstacles: [Diagnostic] = []
        for item in syntax.memberBlock.members {
            if let block = item.decl.as(IfConfigDeclSyntax.self), block.hasCases {
                obstacles.append(
                    ReducerCasesDiagnostic.conditional.at(block.clauses.first?.poundKeyword ?? syntax.name)
                )
            } else if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
                cases += declaration.elements.map {
                    ReducerCase(reading: $0, isIndirect: declaration.modifiers.isIndirect)
                }
            } else if let taken = item.decl.takenName {
                obstacles.append(ReducerCasesDiagnostic.takenName(taken.text).at(taken))
            }
        }
        var names: Set<String> = []
        obstacles += cases.filter { !names.insert($0.plainName).inserted }
            .map { ReducerCasesDiagnostic.overloadedCase($0.name).at($0.nameToken) }
        obstacles += cases.compactMap(\.obstacle)
        if obstacles.isEmpty, !cases.contains(where: { $0.reducer != nil }) {
            obstacles.append(ReducerCasesDiagnostic.withoutReducer.at(syntax.name))
        }
        self.cases = cases
        self.obstacles = obstacles
    }
}

/// A case of an enum of reducers.
struct ReducerCase {
    /// The token of the name in the source, so that a diagnostic can point to it.
    let nameToken: TokenSyntax

    /// Whether it may hold the enum itself.
    let isIndirect: Bool

    /// Its payloads as written; `nil` if it has none.
    let payloads: EnumCaseParameterClauseSyntax?

    /// The type that it holds, if it holds one without a label.
    private var only: EnumCaseParameterSyntax? {
        guard let only = payloads?.parameters.first, payloads?.parameters.count == 1, only.firstName == nil
        else {
            return nil
        }
        return only
    }

    /// The reducer that runs in the case, if it holds one.
    var reducer: (type: TypeSyntax, value: ExprSyntax?)? {
        guard answers == nil else { return nil }
        return only.map { ($0.type, $0.defaultValue?.value) }
    }

    /// The actions by which a question is answered, if the case holds one: `Answer` of an `AlertState<Answer>`.
    var answers: TypeSyntax? {
        guard let type = only?.type else { return nil }
        let name = type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name
        let clause =
            type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
        guard name?.text == "AlertState", case .type(let answers)? = clause?.arguments.first?.argument else {
            return nil
        }
        return answers
    }

    /// The name, in backticks where the source has them.
    var name: String { nameToken.text }

    /// The name without backticks.
    var plainName: String { nameToken.identifier?.name ?? name }

    init(reading syntax: EnumCaseElementSyntax, isIndirect: Bool) {
        nameToken = syntax.name
        self.isIndirect = isIndirect
        payloads = syntax.parameterClause
    }

    /// The reason why the case cannot be that of a reducer or of a plain state.
    fileprivate var obstacle: Diagnostic? {
        guard let type = reducer?.type, !type.is(IdentifierTypeSyntax.self), !type.is(MemberTypeSyntax.self)
        else {
            return nil
        }
        return ReducerCasesDiagnostic.notAReducer(name, type.trimmedDescription).at(type)
    }
}

extension DeclModifierListSyntax {
    fileprivate var isIndirect: Bool { contains { $0.name.tokenKind == .keyword(.indirect) } }
}

extension IfConfigDeclSyntax {
    fileprivate var hasCases: Bool {
        clauses.contains { clause in
            (clause.elements?.as(MemberBlockItemListSyntax.self) ?? []).contains { item in
                item.decl.is(EnumCaseDeclSyntax.self)
                    || (item.decl.as(IfConfigDeclSyntax.self)?.hasCases ?? false)
            }
        }
    }
}

extension DeclSyntax {
    /// The name of the declaration, if the macro needs it for its own.
    fileprivate var takenName: TokenSyntax? {
        let names = ["State", "Action", "body"]
        if let variable = self.as(VariableDeclSyntax.self) {
            return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
                .first { names.contains($0.text) }
        }
        guard !self.is(FunctionDeclSyntax.self), let name = asProtocol((any NamedDeclSyntax).self)?.name
        else {
            return nil
        }
        return names.contains(name.text) ? name : nil
    }
}
