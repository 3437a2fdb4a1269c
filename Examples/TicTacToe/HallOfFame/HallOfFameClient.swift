// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// The storage of the hall of fame.
package struct HallOfFameClient: Sendable {
    /// The result of reading.
    package enum Found: Equatable, Sendable {
        /// Nothing is stored yet.
        case nothing
        case records(Records)
        /// Damaged content, which was moved aside; the text explains the problem and the new path.
        case damaged(String)
    }

    /// Reads the stored records; the description of an error is shown to people.
    package var load: @Sendable () async throws -> Found
    /// Replaces the stored records; the description of an error is shown to people.
    package var save: @Sendable (Records) async throws -> Void

    /// Makes a client from two functions.
    package init(
        load: @escaping @Sendable () async throws -> Found,
        save: @escaping @Sendable (Records) async throws -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// Stores nothing beyond the life of the program.
    package static let forgetful = HallOfFameClient(load: { .nothing }, save: { _ in })
}

extension Dependencies {
    /// The storage of the hall of fame.
    package var hallOfFameClient: HallOfFameClient {
        get { self[HallOfFameClientKey.self] }
        set { self[HallOfFameClientKey.self] = newValue }
    }
}

private enum HallOfFameClientKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> HallOfFameClient {
        guard dependencies.isTesting else { return .forgetful }
        return HallOfFameClient(
            load: unimplemented("Dependencies.hallOfFameClient.load", placeholder: .nothing),
            save: unimplemented("Dependencies.hallOfFameClient.save", placeholder: ())
        )
    }
}
