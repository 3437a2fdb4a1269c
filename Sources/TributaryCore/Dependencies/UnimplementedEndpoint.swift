// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that a test has to give a value before it is used.
package struct UnimplementedEndpoint: Sendable {
    private let name: String
    private let remedy: String

    /// What is to be shown of the test's code: where it was made, or the property that it was read through.
    package var site: SourceSite?

    /// Where to report; read from the container, so that the default is made anew when that changes.
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
                message: "\(name) was used, which is not implemented here.",
                remedy: remedy,
                site: site
            )
        )
    }

    /// Reports, and makes the error that ends what cannot go on.
    func failure() -> UnimplementedError {
        report()
        return error
    }

    /// The error, for what was reported already.
    var error: UnimplementedError { UnimplementedError(name: name) }
}

/// A value that reports its uses, and says with them which property it was read through.
package protocol UseReporting {
    /// The same value, read through a property.
    func read(at site: SourceSite) -> Self
}
