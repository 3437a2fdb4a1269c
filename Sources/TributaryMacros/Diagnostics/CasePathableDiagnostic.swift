// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics

/// Every diagnostic of `@CasePathable`.
enum CasePathableDiagnostic: DiagnosticMessage {
    case notAnEnum(String)
    case notCopyable
    case hidden(String)
    case overloadedCase(String)
    case takenCaseName(String)
    case takenMemberName(String)

    var message: String {
        switch self {
        case .notAnEnum(let kind):
            "@CasePathable can only be attached to an enum, not to \(kind); remove it"
        case .notCopyable:
            "@CasePathable needs a copyable enum, as reading a payload copies it; remove '~Copyable' or the attribute"
        case .hidden(let name):
            "'\(name)' is private to a type, where no macro can add a conformance; write 'enum \(name): CasePathable'"
        case .overloadedCase(let name):
            "another case is named '\(name)', and a key path cannot tell them apart by their labels; rename this one"
        case .takenCaseName(let name):
            "@CasePathable writes a member named '\(name)'; rename this case"
        case .takenMemberName(let name):
            "@CasePathable writes a member named '\(name)'; remove or rename this one"
        }
    }

    /// Stable: it does not change when the message does.
    var diagnosticID: MessageID {
        let identifier =
            switch self {
            case .notAnEnum: "not-an-enum"
            case .notCopyable: "not-copyable"
            case .hidden: "hidden"
            case .overloadedCase: "overloaded-case"
            case .takenCaseName: "taken-case-name"
            case .takenMemberName: "taken-member-name"
            }
        return MessageID(domain: "Tributary.CasePathable", id: identifier)
    }

    var severity: DiagnosticSeverity { .error }
}
