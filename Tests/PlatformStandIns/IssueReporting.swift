// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// xctest-dynamic-overlay.

public enum IssueSeverity: Sendable {
    case warning
    case error
}

public protocol IssueReporter: Sendable {
    func reportIssue(
        _ message: @autoclosure () -> String?,
        severity: IssueSeverity,
        fileID: StaticString,
        filePath: StaticString,
        line: UInt,
        column: UInt
    )
}

public func reportIssue(
    _ message: @autoclosure () -> String? = nil,
    severity: IssueSeverity = .error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) {}

public func withIssueReporters<R>(
    _ reporters: [any IssueReporter],
    operation: () throws -> R
) rethrows -> R { try operation() }

public func withIssueReporters<R>(
    _ reporters: [any IssueReporter],
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> R
) async rethrows -> R { try await operation() }
