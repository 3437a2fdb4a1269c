// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

// The library's names are qualified with the module of the macro. It is imported wherever the macro can be used, and
// the user's module may have a `CasePath` of its own. `nonisolated` is for modules whose default isolation is the
// main actor.
extension EnumDeclaration {
    /// The nested type with one path per case, and the property that returns it.
    var allCasePathsMembers: [DeclSyntax] {
        let indices = indices
        let body = propertyLines(for: members, indices).indented.map { $0 + "\n" }.joined()
        let finding = indexLines(indices)
        let paths: [DeclSyntax] = [
            """
            nonisolated \(raw: accessPrefix)struct AllCasePaths: Swift.Sendable {
            \(raw: body)}
            """,
            """
            nonisolated \(raw: accessPrefix)static var allCasePaths: AllCasePaths {
                AllCasePaths()
            }
            """,
        ]
        guard let declaration = finding.first else { return paths }
        let function = ["nonisolated \(accessPrefix)\(declaration)"] + finding.dropFirst()
        return paths + ["\(raw: function.joined(separator: "\n"))"]
    }

    /// The conformance, for the enum under its name at the top level of the file.
    func casePathableExtension(of type: String) throws -> ExtensionDeclSyntax {
        let attributes = availability.map { $0 + "\n" }.joined()
        return try ExtensionDeclSyntax(
            "\(raw: attributes)extension \(raw: type): nonisolated Tributary.CasePathable {}"
        )
    }

    private var accessPrefix: String { access.map { $0 + " " } ?? "" }

    private func propertyLines(for members: [EnumMember], _ indices: [String: Int]) -> [String] {
        members.flatMap { member in
            switch member {
            case .enumCase(let enumCase):
                propertyLines(for: enumCase, index: enumCase.hasIndex ? indices[enumCase.plainName] : nil)
            case .conditional(let clauses):
                clauses.flatMap { [$0.opening] + propertyLines(for: $0.members, indices) } + ["#endif"]
            }
        }
    }

    private func propertyLines(for enumCase: EnumCase, index: Int?) -> [String] {
        let embedLabel = mayBeGeneric ? "uncheckedEmbed" : "embed"
        let opening =
            "\(accessPrefix)var \(enumCase.name): Tributary.CasePath<\(name), \(enumCase.valueType)> {"
        var path = [
            ".init(",
            "    named: \(StringLiteralExprSyntax(content: enumCase.plainName)),",
        ]
        if let index { path.append("    index: \(index),") }
        path += [
            "    \(embedLabel): \(enumCase.embedding(enumName: name)),",
            "    extract: { if case \(enumCase.pattern) = $0 { \(enumCase.extracted) } else { nil } }",
            ")",
        ]
        return enumCase.availability + [opening] + path.indented + ["}"]
    }
}

extension [String] {
    /// The lines, indented by one more level.
    fileprivate var indented: [String] { map { "    " + $0 } }
}
