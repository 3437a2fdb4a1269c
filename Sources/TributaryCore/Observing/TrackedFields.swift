// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the Observation framework tracks of a store, in all its scopes, until it changes.
///
/// Kept here and not in the scopes' stores, because whoever reads a row need not keep the row's store. There is
/// one entry for a field of a slice, however often it is read.
@usableFromInline
final class TrackedFields {
    /// A field of a slice.
    ///
    /// The slice is named by its tree of observers, which the field keeps alive.
    struct Key: Hashable {
        let slice: ObjectIdentifier
        let field: AnyHashable
    }

    private var fields: [Key: AnyObject] = [:]

    func field<Field: AnyObject>(_ key: Key, make: () -> Field) -> Field {
        if let field = fields[key] as? Field { return field }
        let field = make()
        fields[key] = field
        return field
    }

    func remove(_ key: Key) { fields[key] = nil }
}
