// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// The container that reducers being made now belong to: set while a store makes its reducers.
    @TaskLocal static var building: Dependencies?

    /// The container of the subtree that is being reduced, where one overrides its store's.
    @TaskLocal package static var overriding: Dependencies?

    /// The container of what belongs to no store.
    static let standard = Dependencies()
}
