// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// Where a store's complaints go; by default to the reporter that is current when the store is made.
    public var diagnosticReporter: DiagnosticReporter {
        get { self[DiagnosticReporterKey.self] }
        set { self[DiagnosticReporterKey.self] = newValue }
    }
}

private enum DiagnosticReporterKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> DiagnosticReporter { .current }
}
