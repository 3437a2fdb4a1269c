// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// Where the hall of fame is kept.
package struct HallOfFameClient: Sendable {
    /// What was found.
    package enum Found: Equatable, Sendable {
        /// Nothing has been kept so far.
        case nothing
        case records(Records)
        /// Something that are no records; it is kept aside, and the text says why and where.
        case damaged(String)
    }

    /// Reads what is kept; what the error is described as is shown to people.
    package var load: @Sendable () async throws -> Found
    /// Keeps records in the place of those before; what the error is described as is shown to people.
    package var save: @Sendable (Records) async throws -> Void

    /// Makes a client of two functions.
    package init(
        load: @escaping @Sendable () async throws -> Found,
        save: @escaping @Sendable (Records) async throws -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// Keeps nothing beyond the life of the program.
    package static let forgetful = HallOfFameClient(load: { .nothing }, save: { _ in })
}

extension Dependencies {
    /// Where the hall of fame is kept.
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
