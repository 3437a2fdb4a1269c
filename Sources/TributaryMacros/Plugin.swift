// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct TributaryPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        CasePathableMacro.self,
        ClientMacro.self,
        FormStateMacro.self,
        ReducerCasesMacro.self,
    ]
}
