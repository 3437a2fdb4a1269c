// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether both hold equal elements in the same order.
    ///
    /// Constant time for copies of which neither was changed, else linear.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Hashes the elements in order.
    ///
    /// Linear.
    ///
    /// - Parameter hasher: Takes the elements.
    @inlinable
    public func hash(into hasher: inout Hasher) { storage.hash(into: &hasher) }
}
