// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

// The library's names are qualified with the macro's module, and members that need no isolation are nonisolated, for the reasons in
// `EnumDeclaration+CasePaths.swift`.
extension ClientDeclaration {
    /// The initializer, and a method for each end whose arguments have labels.
    var members: [DeclSyntax] {
        [initializer] + properties.compactMap(\.method)
    }

    /// The conformances that the client lacks.
    ///
    /// - Parameters:
    ///   - type: The client's name at the top level of the file.
    ///   - isKey: Whether it is to be a key with a value of its own.
    ///   - isSendable: Whether it is to be `Sendable`.
    /// - Returns: The extensions that declare them.
    /// - Throws: Nothing, in the macros' implementations.
    func conformances(of type: String, isKey: Bool, isSendable: Bool) throws -> [ExtensionDeclSyntax] {
        let attributes = availability.map { $0 + "\n" }.joined()
        var extensions: [ExtensionDeclSyntax] = []
        if isSendable {
            extensions.append(
                try ExtensionDeclSyntax("\(raw: attributes)extension \(raw: type): Swift.Sendable {}")
            )
        }
        if isKey {
            extensions.append(
                try ExtensionDeclSyntax(
                    """
                    \(raw: attributes)extension \(raw: type): nonisolated Tributary.DependencyKey {
                        nonisolated \(raw: accessPrefix)static func value(in dependencies: Tributary.Dependencies) -> Self {
                            Self()
                        }
                    }
                    """
                )
            )
        }
        return extensions
    }

    private var accessPrefix: String { access.map { $0 + " " } ?? "" }

    private var initializer: DeclSyntax {
        guard !properties.isEmpty else { return "nonisolated \(raw: accessPrefix)init() {}" }
        let parameters = properties.map { "    " + $0.parameter(of: name) }.joined(separator: ",\n")
        let assignments = properties.map { "    self.\($0.name) = \($0.name)" }.joined(separator: "\n")
        return """
            nonisolated \(raw: accessPrefix)init(
            \(raw: parameters)
            ) {
            \(raw: assignments)
            }
            """
    }
}

extension ClientProperty {
    /// The parameter of the initializer, with a default.
    fileprivate func parameter(of client: String) -> String {
        guard let end else { return "\(name): \(type.trimmed) = \(value?.trimmedDescription ?? "nil")" }
        return "\(name): \(end.escapingType) = \(unimplemented(end, in: client))"
    }

    /// The closure that reports its use.
    private func unimplemented(_ end: ClientEnd, in client: String) -> String {
        let name = StringLiteralExprSyntax(content: "\(client.withoutBackticks).\(plainName)")
        if let value { return reporting(end, name, then: value) }
        if end.canThrowAnything { return "Tributary.unimplemented(\(name))" }
        return "Tributary.unimplemented(\(name), placeholder: \(end.placeholder ?? "()"))"
    }

    /// A closure that reports its use, and then calls the closure of the source.
    private func reporting(_ end: ClientEnd, _ name: StringLiteralExprSyntax, then value: ExprSyntax)
        -> String
    {
        let names = end.arguments.indices.map { "argument\($0)" }.joined(separator: ", ")
        // The source's closure is written outside of this one, so that it cannot see its names.
        return """
            { (fallback: \(end.escapingType)) -> \(end.type) in
                    let report: @Sendable () -> Swift.Void = Tributary.unimplemented(\(name), placeholder: ())
                    return { (\(names)) \(end.effects)in
                        report()
                        return \(end.call("fallback", names))
                    }
                }(\(value.trimmed))
            """
    }

    /// Calls the closure with the labels that its type names; `nil` if there are none.
    fileprivate var method: DeclSyntax? {
        guard let end, end.arguments.contains(where: { $0.label != nil }) else { return nil }
        let parameters = end.arguments.enumerated()
            .map { index, argument in argument.parameter(at: index) }.joined(separator: ", ")
        let names = end.arguments.enumerated()
            .map { index, argument in argument.name(at: index) }.joined(separator: ", ")
        let signature =
            "func \(name)(\(parameters)) \(end.effects)"
        let attributes = availability.map { $0 + "\n" }.joined() + (end.actor.map { $0 + "\n" } ?? "")
        let modifiers = (end.actor == nil ? "\(end.isolation) " : "") + (access.map { "\($0) " } ?? "")
        return """
            \(raw: attributes)\(raw: modifiers)\(raw: signature)-> \(end.function.returnClause.type.trimmed) {
                \(raw: end.call("self.\(name)", names))
            }
            """
    }
}

extension ClientEnd {
    /// The type without parentheses.
    fileprivate var type: String { prefix?.trimmedDescription ?? function.trimmedDescription }

    /// Its `async` and `throws`.
    fileprivate var effects: String { function.effectSpecifiers.map { "\($0.trimmed) " } ?? "" }

    /// Calls a closure of this type.
    fileprivate func call(_ closure: String, _ arguments: String) -> String {
        "\(canThrow ? "try " : "")\(isAsync ? "await " : "")\(closure)(\(arguments))"
    }

    /// The type as that of a parameter that is kept.
    fileprivate var escapingType: String {
        guard let prefix else { return "@escaping \(function.trimmed)" }
        return "\(specifiers)@escaping \(prefix.with(\.specifiers, []).trimmed)"
    }

    /// The declaration of a method that runs where the closure does, on no particular actor.
    fileprivate var isolation: String {
        specifiers.hasPrefix("nonisolated(nonsending)") ? "nonisolated(nonsending)" : "nonisolated"
    }

    private var specifiers: String {
        guard let specifiers = prefix?.specifiers, !specifiers.isEmpty else { return "" }
        return specifiers.trimmedDescription + " "
    }
}

extension ClientArgument {
    /// The parameter of the method.
    fileprivate func parameter(at index: Int) -> String {
        switch label {
        case nil: "_ argument\(index): \(type.trimmed)"
        case let label? where label.isReserved: "`\(label.text)` argument\(index): \(type.trimmed)"
        case let label?: "\(label.text): \(type.trimmed)"
        }
    }

    /// The name of the argument in the method.
    fileprivate func name(at index: Int) -> String {
        if let label, !label.isReserved { label.text } else { "argument\(index)" }
    }
}

extension TokenSyntax {
    /// Whether it is a word that may be a label, but not a name.
    fileprivate var isReserved: Bool {
        let words = """
            Any Self as associatedtype await break case catch class continue default defer deinit do else enum \
            extension fallthrough false fileprivate for func guard if import in init inout internal is let nil \
            operator precedencegroup private protocol public repeat rethrows return self static struct subscript \
            super switch throw throws true try typealias var where while
            """
        return words.split(separator: " ").contains { $0 == text }
    }
}

extension String {
    fileprivate var withoutBackticks: String { filter { $0 != "`" } }
}
