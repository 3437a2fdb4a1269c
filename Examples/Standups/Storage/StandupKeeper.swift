// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

/// The storage of the standups; both operations throw a `KeepingFailure`.
@Client
package struct StandupKeeper {
    /// Reads the stored standups, if there are any.
    package var load: @Sendable () async throws -> IdentifiedArrayOf<Standup>
    /// Replaces the stored standups, as a whole or not at all.
    package var save: @Sendable (_ standups: IdentifiedArrayOf<Standup>) async throws -> Void
}

extension Dependencies {
    /// The storage of the standups.
    package var standupKeeper: StandupKeeper {
        get { self[StandupKeeper.self] }
        set { self[StandupKeeper.self] = newValue }
    }
}

/// The reason why standups could not be read or written.
package struct KeepingFailure: Error, Hashable, Sendable {
    /// The operation that failed.
    package enum Operation: Hashable, Sendable { case load, save }

    package let operation: Operation
    /// One sentence for people.
    package let reason: String
    /// The path to which damaged content was moved, so that nothing overwrites it.
    package let keptAside: String?

    package init(_ operation: Operation, reason: String, keptAside: String? = nil) {
        self.operation = operation
        self.reason = reason
        self.keptAside = keptAside
    }

    /// Converts an error to a failure.
    package init(_ operation: Operation, _ error: any Error) {
        self = error as? KeepingFailure ?? KeepingFailure(operation, reason: "\(error)")
    }
}
