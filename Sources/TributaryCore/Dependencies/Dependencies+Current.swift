// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// The container to which everything that is made now belongs: set while a store makes its reducers, or a
    /// companion.
    @TaskLocal static var building: Dependencies?

    /// The container of the subtree that is being reduced or made, if the subtree overrides its store's.
    @TaskLocal package static var overriding: Dependencies?

    /// The container of the store whose effect runs, for what the effect calls and makes.
    @TaskLocal static var performing: Dependencies?

    /// The container that new stores start with, and that code without a store reads: a test's.
    @TaskLocal static var current: Dependencies?

    /// The container for which a default is being computed.
    @TaskLocal static var computing: Dependencies?

    /// The property that is reading a dependency; set in tests only.
    @TaskLocal static var asking: SourceSite?

    /// The container of code that belongs to no store.
    static let standard = Dependencies()

    /// Makes something that belongs to this container's store: it reads its dependencies here, now and later.
    package func making<Made>(_ make: () -> Made) -> Made { Self.$building.withValue(self, operation: make) }
}
