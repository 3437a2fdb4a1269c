// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Looks into reducers for what was made outside of the closure of a store.
enum ReducerParts {
    /// Whether a reducer has a property that belongs to no store yet, or another reducer with one.
    ///
    /// Asked once per reducer and store, when the store resolves it. It sees properties; what a closure captured
    /// it does not see, and that complains for itself when it reads.
    static func areUnbound(in reducer: Any) -> Bool {
        if let part = reducer as? any StoreBound { return part.isUnbound }
        return Mirror(reflecting: reducer).children.contains { child in
            switch child.value {
            case let part as any StoreBound: part.isUnbound
            case let part as any Reducer: areUnbound(in: part)
            case let parts as [any Reducer]: parts.contains(where: areUnbound)
            default: false
            }
        }
    }
}
