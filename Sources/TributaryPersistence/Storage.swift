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
    ///   - load: Returns the stored value, or `nil` if there is none. If it throws, nothing is saved, because that would replace
    ///     the stored value; except after a `StorageFailure` that names the copy of the damaged content.
    ///   - save: Replaces the stored value, as a whole or not at all.
    public init(
        load: @escaping @Sendable () async throws -> Value?,
        save: @escaping @Sendable (Value) async throws -> Void
    ) {
        self.load = load
        self.save = save
    }
}

/// The failure to load or save a value, as an error and as a part of an action.
public struct StorageFailure: Error, Hashable, Codable, Sendable {
    /// An operation of a storage.
    public enum Operation: String, Codable, Sendable {
        /// Loading the value.
        case load
        /// Saving it.
        case save
    }

    /// The operation that failed.
    public var operation: Operation

    /// The cause, as text.
    public var reason: String

    /// Where damaged content was moved, so that it is not overwritten; `nil` if it was not damaged or not moved.
    public var keptAside: String?

    /// A failure.
    ///
    /// - Parameters:
    ///   - operation: The operation that failed.
    ///   - reason: The cause.
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
    /// The operation, the cause, and the place of damaged content.
    public var description: String {
        let aside = keptAside.map { " The damaged content was moved to \($0)." } ?? ""
        return "The value was not \(operation == .load ? "loaded" : "saved"): \(reason)\(aside)"
    }
}
