// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics

/// Every diagnostic of `@ReducerCases`.
enum ReducerCasesDiagnostic: DiagnosticMessage {
    case notAnEnum(String)
    case hidden(String)
    case conditional
    case overloadedCase(String)
    case takenName(String)
    case notAReducer(String, String)
    case withoutReducer

    var message: String {
        switch self {
        case .notAnEnum(let kind):
            "@ReducerCases can only be attached to an enum, not to \(kind); remove it"
        case .hidden(let name):
            "'\(name)' is private to a type, where no macro can add a conformance; write 'enum \(name): Reducer'"
        case .conditional:
            "@ReducerCases cannot write a reducer of which a case is inside '#if'; put the whole enum inside it"
        case .overloadedCase(let name):
            "another case is named '\(name)', and a key path cannot tell them apart by their labels; rename this one"
        case .takenName(let name):
            "@ReducerCases writes a member named '\(name)'; remove or rename this one"
        case .notAReducer(let name, let type):
            """
            '\(name)' has to hold the type of a reducer, not '\(type)'; a label makes it a plain state: \
            '\(name)(value: \(type))'
            """
        case .withoutReducer:
            "no case holds a reducer; for an enum of plain states, write @CasePathable"
        }
    }

    /// Stable: it does not change when the message does.
    var diagnosticID: MessageID {
        let identifier =
            switch self {
            case .notAnEnum: "not-an-enum"
            case .hidden: "hidden"
            case .conditional: "conditional"
            case .overloadedCase: "overloaded-case"
            case .takenName: "taken-name"
            case .notAReducer: "not-a-reducer"
            case .withoutReducer: "without-reducer"
            }
        return MessageID(domain: "Tributary.ReducerCases", id: identifier)
    }

    var severity: DiagnosticSeverity { .error }
}
