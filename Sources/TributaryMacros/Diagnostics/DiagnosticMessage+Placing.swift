// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax

extension DiagnosticMessage {
    /// The diagnostic about a part of the source, with a fix-it if there is one.
    func at(_ node: some SyntaxProtocol, fixIt: FixIt? = nil) -> Diagnostic {
        Diagnostic(node: node, message: self, fixIts: fixIt.map { [$0] } ?? [])
    }
}
