// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where complaints go: to the console, into a test's failures, into a log.
///
/// A store reports to `Dependencies.diagnosticReporter`; what belongs to no store, such as a duplicate in an
/// `IdentifiedArray`, reports to `DiagnosticReporter.current`.
public struct DiagnosticReporter: Sendable {
    /// Takes a complaint; without it, complaints go to standard error.
    private let body: (@Sendable (Diagnostic) -> Void)?

    /// The reporter of the current task, `console` unless `$current.withValue` says otherwise.
    @TaskLocal public static var current = DiagnosticReporter.console

    /// Writes every complaint to standard error, at once and whole.
    public static let console = DiagnosticReporter(body: nil)

    /// Says nothing.
    public static let silent = DiagnosticReporter { _ in }

    private init(body: (@Sendable (Diagnostic) -> Void)?) { self.body = body }

    /// A reporter that hands every complaint to a closure, on whichever thread it arises.
    public init(_ report: @escaping @Sendable (Diagnostic) -> Void) { self.init(body: report) }

    /// Passes on a complaint.
    public func report(_ diagnostic: Diagnostic) {
        if let body { body(diagnostic) } else { StandardError.print("\(diagnostic)\n") }
    }

    /// Passes on a complaint, then stops the program with it.
    func stop(_ diagnostic: Diagnostic) -> Never {
        body?(diagnostic)
        // Goes to standard error, and into the crash log where the system keeps one.
        fatalError(diagnostic.description)
    }
}
