// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

// The library's names are qualified with the module of the macro, and members are nonisolated, for the reasons that
// `EnumDeclaration+CasePaths.swift` gives.
extension FormDeclaration {
    /// The function that names the fields.
    var member: DeclSyntax {
        let prefix = access.map { $0 + " " } ?? ""
        let lines = members.flatMap(\.lines).map { "\n" + ($0.hasPrefix("#") ? $0 : "    " + $0) }.joined()
        return """
            nonisolated \(raw: prefix)static func addFormFields(to fields: inout Tributary.FormFields<Self>) {\(raw: lines)
            }
            """
    }

    /// The conformance, for the type under its name at the top level of the file.
    ///
    /// - Parameter type: The name.
    /// - Returns: The extension that declares it.
    /// - Throws: Nothing, in the macro's implementation.
    func conformance(of type: String) throws -> ExtensionDeclSyntax {
        let attributes = availability.map { $0 + "\n" }.joined()
        return try ExtensionDeclSyntax(
            "\(raw: attributes)extension \(raw: type): nonisolated Tributary.FormState {}"
        )
    }
}

extension FormMember {
    fileprivate var lines: [String] {
        switch self {
        case .field(let kind, let name):
            let label = kind.isEmpty ? "" : "\(kind): "
            let text = StringLiteralExprSyntax(content: name.identifier?.name ?? name.text)
            return ["fields.add(\(label)\(text), \\.\(name.text))"]
        case .conditional(let clauses):
            return clauses.flatMap { [$0.opening] + $0.members.flatMap(\.lines) } + ["#endif"]
        }
    }
}
