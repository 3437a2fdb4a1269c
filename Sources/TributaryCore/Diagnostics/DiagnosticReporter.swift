// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where diagnostics go: to the console, into a test's failures, into a log.
///
/// A store reports to `Dependencies.diagnosticReporter`. Values that belong to no store, such as an `IdentifiedArray`
/// with a duplicate, report to `DiagnosticReporter.current`.
public struct DiagnosticReporter: Sendable {
    /// Receives a diagnostic; if it is `nil`, diagnostics go to standard error.
    private let body: (@Sendable (Diagnostic) -> Void)?

    /// The reporter of the current task: `console`, unless `$current.withValue` sets another.
    @TaskLocal public static var current = DiagnosticReporter.console

    /// Writes every diagnostic to standard error, immediately and in one piece.
    public static let console = DiagnosticReporter(body: nil)

    /// Drops every diagnostic.
    public static let silent = DiagnosticReporter { _ in }

    private init(body: (@Sendable (Diagnostic) -> Void)?) { self.body = body }

    /// A reporter that passes every diagnostic to a closure, on the thread where it arises.
    public init(_ report: @escaping @Sendable (Diagnostic) -> Void) { self.init(body: report) }

    /// Reports a diagnostic.
    public func report(_ diagnostic: Diagnostic) {
        if let body { body(diagnostic) } else { StandardError.print("\(diagnostic)\n") }
    }

    /// Reports a diagnostic, then stops the program with it.
    func stop(_ diagnostic: Diagnostic) -> Never {
        body?(diagnostic)
        // Written to standard error, and into the crash log on systems that keep one.
        fatalError(diagnostic.description)
    }
}
