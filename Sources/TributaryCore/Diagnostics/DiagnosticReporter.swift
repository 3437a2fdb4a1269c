// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where complaints go: to the console, into a test's failures, into a log.
///
/// A store reports to `Dependencies.diagnosticReporter`; what belongs to no store, such as a duplicate in an
/// `IdentifiedArray`, reports to `DiagnosticReporter.current`.
public struct DiagnosticReporter: Sendable {
    private let body: @Sendable (Diagnostic) -> Void

    /// The reporter of the current task, `console` unless `$current.withValue` says otherwise.
    @TaskLocal public static var current = DiagnosticReporter.console

    /// Prints every complaint to standard output.
    ///
    /// The core imports nothing, and the standard library alone can print to no other stream: a program whose
    /// output is read by another installs a reporter that writes to standard error.
    public static let console = DiagnosticReporter { print($0) }

    /// Says nothing.
    public static let silent = DiagnosticReporter { _ in }

    /// A reporter that hands every complaint to a closure, on whichever thread it arises.
    public init(_ report: @escaping @Sendable (Diagnostic) -> Void) { self.body = report }

    /// Passes on a complaint.
    public func report(_ diagnostic: Diagnostic) { body(diagnostic) }

    /// Passes on a complaint, then stops the program with it.
    func stop(_ diagnostic: Diagnostic) -> Never {
        body(diagnostic)
        fatalError(diagnostic.description)
    }
}
