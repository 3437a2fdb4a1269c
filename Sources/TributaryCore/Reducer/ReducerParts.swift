// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Searches reducers for properties that were made outside of the closure of a store.
enum ReducerParts {
    /// Whether a reducer has a property that belongs to no store yet, or another reducer with one.
    ///
    /// Called once per reducer and store, when the store resolves it. It sees properties, but not what a closure
    /// captured; a captured dependency reports itself when it is read.
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
