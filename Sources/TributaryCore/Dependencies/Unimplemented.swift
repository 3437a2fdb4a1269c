// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes a closure that fails the test when it is called, and returns a placeholder.
///
/// ```swift
/// extension NewsClient {
///     static var unimplemented: NewsClient {
///         NewsClient(
///             titles: Tributary.unimplemented("NewsClient.titles"),
///             unread: Tributary.unimplemented("NewsClient.unread", placeholder: 0)
///         )
///     }
/// }
/// ```
/// You can use the closure as an asynchronous one, too. It waits for nothing and runs on the caller's actor, so neither its
/// arguments nor its result need be `Sendable`, in any isolation mode of the calling module.
///
/// Each call is a diagnostic. It goes to the reporter of the container for whose default the closure was made, or else to the
/// reporter that is current at the call. So make such values anew each time, as above. A value in a `static let` reports to the
/// first container that used it.
///
/// - Parameters:
///   - name: The name of the missing implementation, for the diagnostic.
///   - placeholder: The result of the closure.
///   - fileID: The file of the call, for the diagnostic.
///   - line: The line of the call, for the diagnostic.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
    _ name: String,
    placeholder: @autoclosure @escaping @Sendable () -> Result,
    fileID: String = #fileID,
    line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
    let endpoint = UnimplementedEndpoint(name, site: SourceSite(fileID: fileID, line: line))
    return { (argument: repeat each Argument) in
        endpoint.report()
        return placeholder()
    }
}

/// Makes a closure that fails the test when it is called, and throws `UnimplementedError`.
///
/// You can use the closure as an asynchronous one, too; see `unimplemented(_:placeholder:)`.
///
/// - Parameters:
///   - name: The name of the missing implementation, for the diagnostic.
///   - fileID: The file of the call, for the diagnostic.
///   - line: The line of the call, for the diagnostic.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
    _ name: String,
    fileID: String = #fileID,
    line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
    let endpoint = UnimplementedEndpoint(name, site: SourceSite(fileID: fileID, line: line))
    return { (argument: repeat each Argument) in throw endpoint.failure() }
}

/// Thrown by an unimplemented closure, after it was reported.
///
/// An effect that throws it ends silently: its `catch:` closure is not called, there is no second diagnostic, and no policy retries
/// it.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
    /// The name of the missing implementation.
    public let name: String

    /// An error about the closure with this name.
    public init(name: String) { self.name = name }

    /// The error in words.
    public var description: String { "\(name) is not implemented here." }
}

/// A value or closure that a test has to set before it is used.
package final class UnimplementedEndpoint: Sendable {
    private let name: String
    private let remedy: String

    /// Where it was made, or the property through which it was read; shown in the diagnostic.
    private let site: SourceSite?

    /// The reporter, read from the container, so that the default is recomputed when the reporter changes.
    private let reporter: DiagnosticReporter?

    package init(
        _ name: String,
        remedy: String = "Set it with the other dependencies of the store or the test.",
        site: SourceSite? = nil
    ) {
        (self.name, self.remedy, self.site) = (name, remedy, site)
        reporter = Dependencies.computing?.diagnosticReporter
    }

    /// The same, but read through a property.
    init(_ endpoint: UnimplementedEndpoint, readAt site: SourceSite) {
        (name, remedy, reporter, self.site) = (endpoint.name, endpoint.remedy, endpoint.reporter, site)
    }

    func report() {
        (reporter ?? .current).report(
            Diagnostic(
                .unimplementedDependency,
                message: "\(name) was used, but is not implemented here.",
                remedy: remedy,
                site: site
            )
        )
    }

    /// Reports a use, and makes the error for code that cannot continue.
    func failure() -> UnimplementedError {
        report()
        return UnimplementedError(name: name)
    }
}

/// A value that reports its uses, and names the property through which it was read.
package protocol UseReporting {
    /// The report, which names the property; `nil` if nothing is missing.
    var endpoint: UnimplementedEndpoint? { get set }
}
