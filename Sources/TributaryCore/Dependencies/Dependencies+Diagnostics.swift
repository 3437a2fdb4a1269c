// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// Where a store's diagnostics go; by default to the reporter that is current when the store is made.
    ///
    /// A container that belongs to no store reports to the current reporter.
    public var diagnosticReporter: DiagnosticReporter {
        get {
            let given = givenBox(for: ObjectIdentifier(DiagnosticReporterKey.self))
            if let given = given as? DependencyBox<DiagnosticReporter> { return given.value }
            return family.reporter ?? .current
        }
        set { self[DiagnosticReporterKey.self] = newValue }
    }

    /// Reports dependencies that need each other, and stops the program: there is no value that could be returned.
    func stop(at cycle: [String]) -> Never {
        diagnosticReporter.stop(
            Diagnostic(
                .dependencyCycle,
                message: "Dependencies need each other to be computed: \(cycle.joined(separator: " → ")).",
                remedy: """
                    Let one of them be computed without the others, or give it a value where the store is made, \
                    before it is read.
                    """
            )
        )
    }

    /// Reports a dependency that has no value for tests.
    func report(_ missing: MissingDependency) {
        diagnosticReporter.report(
            Diagnostic(
                .unimplementedDependency,
                message:
                    "The dependency \(missing.name) was read, but has no value here (\(missing.site)).",
                remedy: "Give it a value where the store or the test sets its dependencies.",
                site: Self.asking ?? missing.site
            )
        )
    }
}

private enum DiagnosticReporterKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> DiagnosticReporter { .current }
}
