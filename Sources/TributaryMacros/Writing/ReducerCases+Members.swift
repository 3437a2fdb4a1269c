// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

// The library's names are qualified with the module of the macro, and members are nonisolated, for the reasons that
// `EnumDeclaration+CasePaths.swift` gives.
extension ReducerCases {
    /// The state, the actions, the initializer and the reducer.
    var members: [DeclSyntax] {
        [state, action, initializer, body]
    }

    /// The conformance, for the enum under its name at the top level of the file.
    ///
    /// - Parameter type: The name.
    /// - Returns: The extension that declares it.
    /// - Throws: Nothing, in the macro's implementation.
    func conformance(of type: String) throws -> ExtensionDeclSyntax {
        let attributes = availability.map { $0 + "\n" }.joined()
        return try ExtensionDeclSyntax(
            "\(raw: attributes)extension \(raw: type): nonisolated Tributary.Reducer {}"
        )
    }

    private var accessPrefix: String { access.map { $0 + " " } ?? "" }

    private var reducers: [(reducerCase: ReducerCase, type: TypeSyntax, value: ExprSyntax?)] {
        cases.compactMap { reducerCase in
            reducerCase.reducer.map { (reducerCase, $0.type, $0.value) }
        }
    }

    /// The cases with actions: those of reducers, and of questions.
    private var acting: [(reducerCase: ReducerCase, action: String)] {
        cases.compactMap { reducerCase in
            if let type = reducerCase.reducer?.type { return (reducerCase, "\(type.trimmed).Action") }
            return reducerCase.answers.map { (reducerCase, $0.trimmedDescription) }
        }
    }

    // The conformances are declared, because those that a macro adds cannot be seen where the enum is private to a type.

    private var state: DeclSyntax {
        let lines = cases.map { reducerCase in
            let payload =
                reducerCase.reducer.map { "(\($0.type.trimmed).State)" }
                ?? reducerCase.payloads?.trimmedDescription ?? ""
            return "    \(reducerCase.isIndirect ? "indirect " : "")case \(reducerCase.name)\(payload)\n"
        }
        return """
            @Tributary.CasePathable
            nonisolated \(raw: accessPrefix)\(raw: isIndirect ? "indirect " : "")enum State: Tributary.CasePathable {
            \(raw: lines.joined())}
            """
    }

    private var action: DeclSyntax {
        let lines = acting.map { reducerCase, action in
            "    \(reducerCase.isIndirect ? "indirect " : "")case \(reducerCase.name)(\(action))\n"
        }
        return """
            @Tributary.CasePathable
            nonisolated \(raw: accessPrefix)\(raw: isIndirect ? "indirect " : "")enum Action: Tributary.CasePathable {
            \(raw: lines.joined())}
            """
    }

    /// The result is a reducer of all cases, whichever case it has.
    private var initializer: DeclSyntax {
        let made = reducers.first.map { ".\($0.reducerCase.name)(\(value($0.type, $0.value)))" } ?? ""
        return """
            nonisolated \(raw: accessPrefix)init() {
                self = \(raw: made)
            }
            """
    }

    private var body: DeclSyntax {
        let children = reducers.map { reducerCase, type, given in
            """
                        .ifCaseLet(\\.\(reducerCase.name), action: \\.\(reducerCase.name)) {
                            \(value(type, given))
                        }

            """
        }
        return """
            nonisolated \(raw: accessPrefix)var body: Tributary.AnyReducer<State, Action> {
                Tributary.AnyReducer(
                    Tributary.EmptyReducer<State, Action>()
            \(raw: children.joined())    )
            }
            """
    }

    private func value(_ type: TypeSyntax, _ given: ExprSyntax?) -> String {
        given?.trimmedDescription ?? "\(type.trimmed)()"
    }
}
