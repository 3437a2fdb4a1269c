// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// swift-custom-dump.

public struct DiffFormat: Sendable {
    public static let proportional = DiffFormat()
}

public func diff<T>(_ left: T, _ right: T, format: DiffFormat = .proportional) -> String? { nil }

public protocol CustomDumpRepresentable {
    var customDumpValue: Any { get }
}

extension String {
    public init<Subject>(customDumping subject: Subject) { self = "" }
}
