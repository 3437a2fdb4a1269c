// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// Collects the diagnostics that a store reports.
final class DiagnosticBox: Sendable {
    private let diagnostics = Mutex<[Diagnostic]>([])

    var isEmpty: Bool { diagnostics.withLock { $0.isEmpty } }

    func append(_ diagnostic: Diagnostic) { diagnostics.withLock { $0.append(diagnostic) } }

    func takeAll() -> [Diagnostic] {
        diagnostics.withLock { diagnostics in
            defer { diagnostics = [] }
            return diagnostics
        }
    }
}
