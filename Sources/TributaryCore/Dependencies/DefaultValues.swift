// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The default values that a container has computed, shared by its copies.
///
/// A copy in which dependencies were changed keeps its values apart, but refers to its origin. Values that do not
/// depend on the changed dependencies are looked up there, and stored there. So both containers have the same values,
/// whichever of them computes them first.
final class DefaultValues: Sendable {
    private struct Contents {
        var values: [ObjectIdentifier: DefaultValue] = [:]

        /// The dependencies whose values differ from the origin's.
        var changed: Set<ObjectIdentifier> = []
    }

    private let contents: Mutex<Contents>
    private let origin: DefaultValues?
    private let depth: Int

    /// How many containers may be between one and the first, so that a long chain of copies is neither walked nor
    /// kept.
    private static let maximumDepth = 8

    init() {
        contents = Mutex(Contents())
        origin = nil
        depth = 0
    }

    /// The values of a copy of a container that has another value for a dependency.
    init(changing key: ObjectIdentifier, from origin: DefaultValues) {
        if origin.depth < Self.maximumDepth {
            contents = Mutex(Contents(changed: [key]))
            self.origin = origin
            depth = origin.depth + 1
        } else {
            let (first, flat) = origin.flattened(changing: key)
            contents = Mutex(flat)
            self.origin = first
            depth = 1
        }
    }

    /// The value of a dependency, if it was computed here, or in the origin and is the same there.
    subscript(key: ObjectIdentifier) -> DefaultValue? {
        let (own, changed) = contents.withLock { contents in
            let own = contents.values[key]
            return (own, own == nil && origin != nil ? contents.changed : [])
        }
        if let own { return own }
        guard let value = origin?[key], value.inputs.isIndependent(of: changed) else { return nil }
        return insert(value, for: key)
    }

    /// Stores a value, here and wherever it is the same, and returns the value that was stored first.
    func keep(_ value: DefaultValue, for key: ObjectIdentifier) -> DefaultValue {
        guard let origin, value.inputs.isIndependent(of: contents.withLock { $0.changed }) else {
            return insert(value, for: key)
        }
        return insert(origin.keep(value, for: key), for: key)
    }

    /// Drops what depends on a dependency that has changed.
    ///
    /// Only the one container that has this may call it.
    func change(_ key: ObjectIdentifier) {
        contents.withLock { contents in
            if !contents.values.isEmpty {
                let keys: Set = [key]
                contents.values = contents.values.filter { $0.value.inputs.isIndependent(of: keys) }
            }
            if origin != nil { contents.changed.insert(key) }
        }
    }

    private func insert(_ value: DefaultValue, for key: ObjectIdentifier) -> DefaultValue {
        contents.withLock { contents in
            if let earlier = contents.values[key] { return earlier }
            contents.values[key] = value
            return value
        }
    }

    /// The first origin, and everything that was computed and changed since then, as if in one step.
    private func flattened(changing key: ObjectIdentifier) -> (first: DefaultValues, Contents) {
        var flat = Contents(changed: [key])
        var values = self
        while let origin = values.origin {
            let contents = values.contents.withLock { $0 }
            let kept = contents.values.filter { $0.value.inputs.isIndependent(of: flat.changed) }
            flat.values.merge(kept) { later, _ in later }
            flat.changed.formUnion(contents.changed)
            values = origin
        }
        return (values, flat)
    }
}
