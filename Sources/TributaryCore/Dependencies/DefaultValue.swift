// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A dependency's default value, and what it was computed from.
struct DefaultValue: Sendable {
    let box: any AnyObject & Sendable
    let inputs: DefaultInputs

    /// Set if the value is only the placeholder for a missing one.
    let missing: MissingDependency?
}

/// The dependencies that a default was computed from, directly or through others.
enum DefaultInputs: Sendable {
    case keys(Set<ObjectIdentifier>)
    case everything

    /// Adds a dependency, and what that was computed from.
    mutating func insert(_ key: ObjectIdentifier, _ inputs: DefaultInputs) {
        switch (self, inputs) {
        case (.keys(var all), .keys(let keys)):
            // The set must have a single owner while it grows.
            self = .everything
            all.insert(key)
            all.formUnion(keys)
            self = .keys(all)
        case (.everything, _), (_, .everything):
            self = .everything
        }
    }

    /// Whether the value is the same in a container that has other values for these dependencies.
    func isIndependent(of changed: Set<ObjectIdentifier>) -> Bool {
        switch self {
        case .keys(let keys): keys.isDisjoint(with: changed)
        case .everything: changed.isEmpty
        }
    }
}

/// A dependency that had no value where it was read.
struct MissingDependency: Sendable {
    let name: String
    let site: SourceSite
}
