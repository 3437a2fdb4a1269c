// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A value or closure that a test has to set before it is used.
package struct UnimplementedEndpoint: Sendable {
    private let name: String
    private let remedy: String

    /// Where it was made, or the property through which it was read; shown in the diagnostic.
    package var site: SourceSite?

    /// The reporter, read from the container, so that the default is recomputed when the reporter changes.
    private let reporter: DiagnosticReporter?

    package init(
        _ name: String,
        remedy: String = "Give it a value where the store or the test sets its dependencies.",
        site: SourceSite? = nil
    ) {
        self.name = name
        self.remedy = remedy
        self.site = site
        self.reporter = Dependencies.computing?.diagnosticReporter
    }

    package func report() {
        (reporter ?? .current).report(
            Diagnostic(
                .unimplementedDependency,
                message: "\(name) was used, but is not implemented here.",
                remedy: remedy,
                site: site
            )
        )
    }

    /// Reports a use, and makes the error for a use that cannot go on.
    func failure() -> UnimplementedError {
        report()
        return error
    }

    /// The error, for a use that was reported already.
    var error: UnimplementedError { UnimplementedError(name: name) }
}

/// A value that reports its uses, and names the property through which it was read.
package protocol UseReporting {
    /// The same value, read through a property.
    func read(at site: SourceSite) -> Self
}
