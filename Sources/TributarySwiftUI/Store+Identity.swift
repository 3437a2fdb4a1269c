// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
/// A store is itself: what SwiftUI wants to know of what it presents.
extension Store: Identifiable {
    /// Which store it is, or which scope of one; not the `id` of its state.
    ///
    /// A member of the store goes before a property of the state that is called the same. So a link to
    /// `row.id` carries an `ObjectIdentifier`, and no destination for the identifiers of the rows shows it. The
    /// identifier of the state is `row.state.id`.
    public nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Store: Hashable {
    /// Tells whether two are the same store, or the same scope of one.
    public nonisolated static func == (left: Store, right: Store) -> Bool { left === right }

    /// Hashes which store it is.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
#endif
