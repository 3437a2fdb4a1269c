// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
/// A store is identified by its reference, because SwiftUI requires identifiable items.
extension Store: Identifiable {
    /// The identity of the store, or of the scope; not the `id` of its state.
    ///
    /// A member of the store takes precedence over a property of the state with the same name. So a link to `row.id`
    /// carries an `ObjectIdentifier`, and no destination for the identifiers of the rows shows it. The identifier of
    /// the state is `row.state.id`.
    public nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Store: Hashable {
    /// Whether both are the same store, or the same scope of one.
    public nonisolated static func == (left: Store, right: Store) -> Bool { left === right }

    /// Hashes the identity of the store.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
#endif
