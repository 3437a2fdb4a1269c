// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why an inspector does not look at a store.
public enum InspectorError: Error, Equatable, Sendable {
    /// An inspector looks at the store already.
    case alreadyInspected

    /// The store is a scope or a mirror.
    case notWhole

    /// The server could not be started.
    case notServed(String)
}

extension InspectorError: CustomStringConvertible {
    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .alreadyInspected:
            "An inspector looks at this store already. Open its address in a second window, or end it first."
        case .notWhole:
            "Only a whole store can be inspected; its scopes are parts of it. Give the store that they were made of."
        case .notServed(let reason):
            "The inspector cannot be reached: \(reason). Choose another port, or 0 for any."
        }
    }
}
