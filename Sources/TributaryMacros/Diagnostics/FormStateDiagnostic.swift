// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics

/// Every diagnostic of `@FormState`.
enum FormStateDiagnostic: DiagnosticMessage {
    case notAValue(String)
    case hidden(String, String)
    case withoutFields(String)

    var message: String {
        switch self {
        case .notAValue(let kind):
            "@FormState can only be attached to a struct or an enum, not to \(kind); remove it"
        case .hidden(let name, let keyword):
            """
            '\(name)' is private to a type, where no macro can add a conformance; write '\(keyword) \(name): FormState'
            """
        case .withoutFields(let name):
            "'\(name)' has nothing that a form could change: no 'var' that can be set, and no case with one value"
        }
    }

    /// Stable: it does not change when the message does.
    var diagnosticID: MessageID {
        let identifier =
            switch self {
            case .notAValue: "not-a-value"
            case .hidden: "hidden"
            case .withoutFields: "without-fields"
            }
        return MessageID(domain: "Tributary.FormState", id: identifier)
    }

    var severity: DiagnosticSeverity { .error }
}
