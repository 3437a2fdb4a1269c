// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing
import TributaryMacros

/// Expands the library's macros in a source, and records an issue for each difference from the expected
/// result.
///
/// - Parameters:
///   - source: The user's code.
///   - expected: The expanded code.
///   - diagnostics: The complaints about it.
///   - fixedSource: The source after all offers have been taken, if that is to be compared.
///   - conforming: Whether the type conforms by hand, so that the compiler requires no conformance.
///   - fileID: The location for reports of differences, with the three below.
///   - filePath: See `fileID`.
///   - line: See `fileID`.
///   - column: See `fileID`.
func expectExpansion(
    of source: String,
    is expected: String,
    diagnostics: [DiagnosticSpec] = [],
    fixedSource: String? = nil,
    conforming: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {
    func spec(_ type: any Macro.Type, conformances: String...) -> MacroSpec {
        let types = conformances.map { TypeSyntax(IdentifierTypeSyntax(name: .identifier($0))) }
        return MacroSpec(type: type, conformances: conforming ? [] : types)
    }
    assertMacroExpansion(
        source,
        expandedSource: expected,
        diagnostics: diagnostics,
        macroSpecs: [
            "CasePathable": spec(CasePathableMacro.self, conformances: "CasePathable"),
            "ReducerCases": spec(ReducerCasesMacro.self, conformances: "Reducer"),
            "FormState": spec(FormStateMacro.self, conformances: "FormState"),
            "Client": spec(ClientMacro.self, conformances: "DependencyKey", "Sendable"),
        ],
        fixedSource: fixedSource,
        failureHandler: { failure in
            Issue.record(
                Comment(rawValue: failure.message),
                sourceLocation: SourceLocation(
                    fileID: failure.location.fileID,
                    filePath: failure.location.filePath,
                    line: failure.location.line,
                    column: failure.location.column
                )
            )
        },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
    )
}
