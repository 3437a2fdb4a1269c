// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import IssueReporting
public import TributaryCore

extension DiagnosticReporter {
    /// Makes every diagnostic a failure of the running test, under Swift Testing and under XCTest.
    ///
    /// ```swift
    /// let store = Store(initialState: Counter.State()) { Counter() } dependencies: {
    ///     $0.diagnosticReporter = .issues
    /// }
    /// ```
    public static let issues = DiagnosticReporter { reportIssue("\($0)") }
}
