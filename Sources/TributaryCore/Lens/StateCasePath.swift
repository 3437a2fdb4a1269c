// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A way to the payload of one case of an enum that is a state, or is somewhere in a state.
public struct StateCasePath<Root, Payload> {
    @usableFromInline let read: (Root) -> Payload?
    @usableFromInline let modify: (inout Root, (inout Payload) -> Void) -> Bool

    /// Whether the enum is stored in the root, and not computed.
    @usableFromInline let isInPlace: Bool

    /// Makes the path from a property that holds an enum, and a case of that enum.
    ///
    /// - Parameters:
    ///   - keyPath: Leads to the enum.
    ///   - casePath: Leads on to the payload.
    @inlinable
    public init<Enum>(_ keyPath: WritableKeyPath<Root, Enum>, case casePath: CasePath<Enum, Payload>) {
        let access = StateScope(keyPath)
        read = { casePath.extract(from: $0[keyPath: keyPath]) }
        isInPlace = access.offset != nil
        modify = { root, body in
            // A property that is not stored may have observers, which see no access to a payload that is not there.
            if access.offset == nil, casePath.extract(from: root[keyPath: keyPath]) == nil { return false }
            return access.modify(&root) { casePath.modify(&$0, body) != nil }
        }
    }
}
