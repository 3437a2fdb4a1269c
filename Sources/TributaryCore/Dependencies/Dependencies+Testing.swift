// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// Whether the container belongs to a test, so that defaults can refuse to reach the real world.
    ///
    /// It is `false` by default; the stores of `TributaryTesting` set it. Setting it recomputes every default that
    /// reads it.
    public var isTesting: Bool {
        get { self[IsTestingKey.self] }
        set {
            self[IsTestingKey.self] = newValue
            tellsWhoAsks = newValue
        }
    }
}

private enum IsTestingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Bool { false }
}

extension Dependencies {
    /// Says, while a default is computed, that there is none, so that reading the dependency fails the test.
    ///
    /// ```swift
    /// static func value(in dependencies: Dependencies) -> Country {
    ///     dependencies.isTesting ? dependencies.missing(placeholder: .nowhere) : .current
    /// }
    /// ```
    /// Each read of the dependency is a diagnostic, which names the key and the property that reads it. A value made
    /// of closures may be passed around before it is used; use `unimplemented(_:placeholder:)` for each of its
    /// closures instead.
    ///
    /// - Parameters:
    ///   - placeholder: The value with which the program continues.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The placeholder.
    public func missing<Value>(
        placeholder: Value,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Value {
        let site = SourceSite(fileID: fileID, line: line)
        // Outside of a key no later read reports it.
        if !markMissing(at: site) { report(MissingDependency(name: typeName(Value.self), site: site)) }
        return placeholder
    }
}

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
