// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes a closure that fails the test whenever it is called, and returns a placeholder.
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
/// The closure can be used as an asynchronous one, too. As it waits for nothing, it runs on the caller's actor, so
/// that neither its arguments nor its result need be `Sendable`, in any isolation mode of the calling module.
///
/// Each call is a diagnostic. It goes to the reporter of the container whose default the closure was made for, else
/// to the reporter that is current at the call. So make such values anew each time, as above: one in a `static let`
/// reports to the container that happened to be first.
///
/// - Parameters:
///   - name: What is not implemented, for the diagnostic.
///   - placeholder: What the closure returns.
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

/// Makes a closure that fails the test whenever it is called, and throws `UnimplementedError`.
///
/// The closure can be used as an asynchronous one, too; see `unimplemented(_:placeholder:)`.
///
/// - Parameters:
///   - name: What is not implemented, for the diagnostic.
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
/// An effect that throws it ends without more: it does not call its `catch:` closure, reports no diagnostic of its
/// own, and no policy retries it.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
    /// What is not implemented.
    public let name: String

    /// An error about the closure with this name.
    public init(name: String) { self.name = name }

    /// The error in words.
    public var description: String { "\(name) is not implemented here." }
}
