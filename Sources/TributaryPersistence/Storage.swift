// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A place that holds one value beyond the life of the program: a file, a row of a database.
///
/// `Persistence` loads a part of the state from it, and saves that part to it. `Storage.file` is a file. Any other place
/// is two closures:
/// ```swift
/// let storage = Storage<[SyncUp]>(
///     load: { try await database.syncUps() },
///     save: { try await database.replaceSyncUps(with: $0) }
/// )
/// ```
/// The closures are never called at the same time for one `Persistence`.
public struct Storage<Value>: Sendable {
    let load: @Sendable () async throws -> Value?
    let save: @Sendable (Value) async throws -> Void

    /// A place of your own.
    ///
    /// - Parameters:
    ///   - load: Returns the value that the place holds, or `nil` where it holds none. If it throws, the place is not
    ///     written to, because what it holds would be lost; except for a `StorageFailure` that says where damaged
    ///     content was kept aside.
    ///   - save: Replaces the value that the place holds, as a whole or not at all.
    public init(
        load: @escaping @Sendable () async throws -> Value?,
        save: @escaping @Sendable (Value) async throws -> Void
    ) {
        self.load = load
        self.save = save
    }
}

/// Why a value could not be loaded from its place or saved to it, as an error and as a part of an action.
public struct StorageFailure: Error, Hashable, Codable, Sendable {
    /// What was tried.
    public enum Operation: String, Codable, Sendable {
        /// Loading the value.
        case load
        /// Saving it.
        case save
    }

    /// What was tried.
    public var operation: Operation

    /// What went wrong, as text.
    public var reason: String

    /// Where damaged content was moved, so that it is not overwritten; `nil` if it was not damaged or not moved.
    public var keptAside: String?

    /// A failure.
    ///
    /// - Parameters:
    ///   - operation: What was tried.
    ///   - reason: What went wrong.
    ///   - keptAside: Where damaged content was moved.
    public init(_ operation: Operation, reason: String, keptAside: String? = nil) {
        self.operation = operation
        self.reason = reason
        self.keptAside = keptAside
    }

    init(_ operation: Operation, _ error: any Error) {
        self = error as? StorageFailure ?? StorageFailure(operation, reason: String(describing: error))
    }
}

extension StorageFailure: CustomStringConvertible {
    /// What was tried, what went wrong, and where damaged content is.
    public var description: String {
        let aside = keptAside.map { " The damaged content was moved to \($0)." } ?? ""
        return "The value was not \(operation == .load ? "loaded" : "saved"): \(reason)\(aside)"
    }
}
