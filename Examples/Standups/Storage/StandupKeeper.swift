// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

/// Where the standups are kept; both ends throw a `KeepingFailure`.
@Client
package struct StandupKeeper {
    /// Reads what is kept; where nothing is, there are no standups.
    package var load: @Sendable () async throws -> IdentifiedArrayOf<Standup>
    /// Keeps standups in the place of those before, as a whole or not at all.
    package var save: @Sendable (_ standups: IdentifiedArrayOf<Standup>) async throws -> Void
}

extension Dependencies {
    /// Where the standups are kept.
    package var standupKeeper: StandupKeeper {
        get { self[StandupKeeper.self] }
        set { self[StandupKeeper.self] = newValue }
    }
}

/// Why standups could not be read or kept.
package struct KeepingFailure: Error, Equatable, Sendable {
    /// What was tried.
    package enum Operation: Equatable, Sendable { case load, save }

    package let operation: Operation
    /// One sentence for people.
    package let reason: String
    /// Where damaged content is now, so that nothing is written over it.
    package let keptAside: String?

    package init(_ operation: Operation, reason: String, keptAside: String? = nil) {
        self.operation = operation
        self.reason = reason
        self.keptAside = keptAside
    }

    /// An error as a failure.
    package init(_ operation: Operation, _ error: any Error) {
        self = error as? KeepingFailure ?? KeepingFailure(operation, reason: "\(error)")
    }
}
