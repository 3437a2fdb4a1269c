// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that a test has to give a value before it is used.
struct UnimplementedEndpoint: Sendable {
    private let name: String
    private let site: SourceSite

    /// Where to report; read from the container, so that the default is made anew when that changes.
    private let reporter: DiagnosticReporter?

    init(_ name: String, site: SourceSite) {
        self.name = name
        self.site = site
        self.reporter = Dependencies.computing?.diagnosticReporter
    }

    func report() {
        (reporter ?? .current).report(
            Diagnostic(
                .unimplementedDependency,
                message: "\(name) was used, which is not implemented here.",
                remedy: "Give it a value where the store or the test sets its dependencies.",
                site: site
            )
        )
    }

    func failure() -> UnimplementedError {
        report()
        return UnimplementedError(name: name)
    }
}
