// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
/// A store is itself: what SwiftUI wants to know of what it presents.
extension Store: Identifiable {}

extension Store: Hashable {
    /// Tells whether two are the same store, or the same scope of one.
    public nonisolated static func == (left: Store, right: Store) -> Bool { left === right }

    /// Hashes which store it is.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
#endif
