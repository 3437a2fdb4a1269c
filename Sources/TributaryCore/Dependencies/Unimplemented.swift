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
/// The closure takes the place of an asynchronous one, too: as it waits for nothing, it runs wherever it is called,
/// so that neither its arguments nor its result need be `Sendable`, in any isolation mode of the calling module.
///
/// A call is a diagnostic. It goes to the reporter of the container whose default the closure was made for, else
/// to the one that is current where it is called. So make such values anew each time, as above; one that is kept
/// in a `static let` reports to the container that happened to be first.
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
/// It takes the place of an asynchronous one, too; see `unimplemented(_:placeholder:)`.
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

/// Thrown by what is not implemented, after it was reported.
///
/// An effect that throws it ends, and that is all: neither its `catch:` closure nor a diagnostic of its own adds to
/// the one there was, and no policy tries it again.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
    /// What is not implemented.
    public let name: String

    /// An error about what has this name.
    public init(name: String) { self.name = name }

    /// The error in words.
    public var description: String { "\(name) is not implemented here." }
}
