// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

/// Every diagnostic of `@Client`.
enum ClientDiagnostic: DiagnosticMessage {
    case notAStruct(String)
    case hidden(String)
    case conditional(String)
    case untyped(String)
    case notSendable(String)
    case withoutPlaceholder(String)
    case withoutValue(String)
    case unusualArgument(String)

    var message: String {
        switch self {
        case .notAStruct(let kind):
            "@Client can only be attached to a struct, not to \(kind); remove it"
        case .hidden(let name):
            "'\(name)' is private to a type, where no macro can add a conformance to DependencyKey; remove 'private'"
        case .conditional(let name):
            "'\(name)' is inside '#if', and no initialiser can have parameters there; put the whole client inside it"
        case .untyped(let name):
            "@Client cannot see the type of '\(name)'; write it: 'var \(name): @Sendable () -> Void'"
        case .notSendable(let name):
            "'\(name)' is called by effects, which run on any thread; its type must be '@Sendable'"
        case .withoutPlaceholder(let name):
            "'\(name)' cannot throw, so say what it returns where it is not implemented: '= { … }'"
        case .withoutValue(let name):
            """
            '\(name)' needs a value, so that a client can be made without it; if it is a closure, write the type of \
            the closure here
            """
        case .unusualArgument(let name):
            """
            '\(name)' takes an argument that is inout, variadic or a closure that does not escape; no unimplemented \
            closure can take it
            """
        }
    }

    /// Stable: it does not change when the message does.
    var diagnosticID: MessageID {
        let identifier =
            switch self {
            case .notAStruct: "not-a-struct"
            case .hidden: "hidden"
            case .conditional: "conditional"
            case .untyped: "untyped"
            case .notSendable: "not-sendable"
            case .withoutPlaceholder: "without-placeholder"
            case .withoutValue: "without-value"
            case .unusualArgument: "unusual-argument"
            }
        return MessageID(domain: "Tributary.Client", id: identifier)
    }

    var severity: DiagnosticSeverity { .error }
}

extension ClientProperty {
    /// The reasons why the initializer cannot set the property.
    var obstacles: [Diagnostic] {
        guard let end else {
            let isSettled = value != nil || isNilByDefault
            return isSettled ? [] : [ClientDiagnostic.withoutValue(name).at(nameToken)]
        }
        return [sendability(of: end), arguments(of: end), placeholder(of: end)].compactMap(\.self)
    }

    private func sendability(of end: ClientEnd) -> Diagnostic? {
        guard !end.isSendable else { return nil }
        let start = type.positionAfterSkippingLeadingTrivia
        let fixIt = FixIt.inserting("@Sendable ", named: "sendable", at: start, in: type)
        return ClientDiagnostic.notSendable(name).at(nameToken, fixIt: fixIt)
    }

    private func arguments(of end: ClientEnd) -> Diagnostic? {
        end.arguments.first { !$0.isOrdinary }
            .map { ClientDiagnostic.unusualArgument(name).at($0.type) }
    }

    private func placeholder(of end: ClientEnd) -> Diagnostic? {
        guard value == nil, !end.canThrowAnything, end.placeholder == nil else { return nil }
        let ignored = end.arguments.map { _ in "_" }.joined(separator: ", ")
        let text = " = { \(ignored.isEmpty ? "" : ignored + " in ")<#value#> }"
        let position = type.endPositionBeforeTrailingTrivia
        let fixIt = FixIt.inserting(text, named: "placeholder", at: position, in: type)
        return ClientDiagnostic.withoutPlaceholder(name).at(nameToken, fixIt: fixIt)
    }
}
