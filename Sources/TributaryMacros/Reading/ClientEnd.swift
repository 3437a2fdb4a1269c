// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A closure of a client: its type, taken apart.
struct ClientEnd {
    /// The attributes and specifiers before the function type, such as `@Sendable`; `nil` if there are none.
    let prefix: AttributedTypeSyntax?

    /// The type without attributes and specifiers.
    let function: FunctionTypeSyntax

    /// The arguments.
    let arguments: [ClientArgument]

    /// Reads a type; `nil` if it is not that of a function.
    init?(reading type: TypeSyntax) {
        let type = type.withoutParentheses
        let prefix = type.as(AttributedTypeSyntax.self)
        guard let function = (prefix?.baseType ?? type).as(FunctionTypeSyntax.self) else { return nil }
        self.prefix = prefix
        self.function = function
        arguments = function.parameters.map(ClientArgument.init)
    }

    var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }
    var canThrow: Bool { function.effectSpecifiers?.throwsClause != nil }

    /// Whether it can throw any error, and so that of an end that is not implemented.
    var canThrowAnything: Bool {
        guard let clause = function.effectSpecifiers?.throwsClause else { return false }
        return clause.type.map { ["any Error", "any Swift.Error"].contains($0.trimmedDescription) } ?? true
    }

    /// Whether it can be used on any actor, or on one that its type names.
    var isSendable: Bool { attributes.contains("Sendable") || actor != nil }

    /// The attribute of the actor on which it runs.
    var actor: String? {
        // The attributes of function types that belong to the language begin with a small letter, but for one.
        attributes.first { $0 != "Sendable" && $0.first?.isUppercase == true }.map { "@" + $0 }
    }

    /// The result of a missing implementation, if it need not throw and the result follows from its type.
    var placeholder: String? {
        let result = function.returnClause.type
        if ["Void", "Swift.Void", "()"].contains(result.trimmedDescription) { return "()" }
        return result.is(OptionalTypeSyntax.self) ? "nil" : nil
    }

    private var attributes: [String] {
        prefix?.attributes.compactMap { element in
            element.as(AttributeSyntax.self)?.attributeName.trimmedDescription
        } ?? []
    }
}

/// An argument of a client's closure.
struct ClientArgument {
    /// The label at a call of the method, if the type names one: `locale` in `(_ locale: Locale)`.
    let label: TokenSyntax?

    /// The type, with attributes and specifiers.
    let type: TypeSyntax

    /// Whether a closure that takes any arguments can take this one.
    let isOrdinary: Bool

    init(reading syntax: TupleTypeElementSyntax) {
        label = syntax.secondName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
        type = syntax.type
        isOrdinary = syntax.ellipsis == nil && !syntax.type.isInOut && !syntax.type.isNonescapingFunction
    }
}

extension TypeSyntax {
    fileprivate var withoutParentheses: TypeSyntax {
        guard let tuple = self.as(TupleTypeSyntax.self), let only = tuple.elements.first,
            tuple.elements.count == 1, only.firstName == nil
        else { return self }
        return only.type.withoutParentheses
    }

    fileprivate var isInOut: Bool {
        self.as(AttributedTypeSyntax.self)?.specifiers.contains { specifier in
            specifier.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
        } ?? false
    }

    fileprivate var isNonescapingFunction: Bool {
        if self.is(FunctionTypeSyntax.self) { return true }
        guard let attributed = self.as(AttributedTypeSyntax.self),
            attributed.baseType.is(FunctionTypeSyntax.self)
        else { return false }
        return !attributed.attributes.contains { element in
            element.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "escaping"
        }
    }
}
