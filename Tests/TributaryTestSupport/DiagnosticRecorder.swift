// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TributaryCore

/// Collects diagnostics, so that a test can compare them.
package final class DiagnosticRecorder: Sendable {
    private let recorded = Mutex<[Diagnostic]>([])

    package init() {}

    package var reporter: DiagnosticReporter {
        DiagnosticReporter { [self] diagnostic in recorded.withLock { $0.append(diagnostic) } }
    }

    package var diagnostics: [Diagnostic] { recorded.withLock { $0 } }

    package var identifiers: [Diagnostic.Identifier] { diagnostics.map(\.identifier) }
}
