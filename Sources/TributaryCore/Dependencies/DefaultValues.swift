// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The default values that a container has computed, shared by its copies.
///
/// A copy with changed dependencies has its own values, but refers to its origin. Values that do not depend on the changed
/// dependencies are looked up and stored in the origin. So both containers share these values, whichever computes them first.
final class DefaultValues: Sendable {
    private struct Contents {
        var values: [ObjectIdentifier: DefaultValue] = [:]

        /// The dependencies whose values differ from the origin's.
        var changed: Set<ObjectIdentifier> = []
    }

    private let contents: Mutex<Contents>
    private let origin: DefaultValues?
    private let depth: Int

    /// The most containers between one and the first, which limits the length of a chain of copies.
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
        guard let value = origin?[key], value.isIndependent(of: changed) else { return nil }
        return insert(value, for: key)
    }

    /// Stores a value, here and wherever it is the same, and returns the value that was stored first.
    func keep(_ value: DefaultValue, for key: ObjectIdentifier) -> DefaultValue {
        guard let origin, value.isIndependent(of: contents.withLock { $0.changed }) else {
            return insert(value, for: key)
        }
        return insert(origin.keep(value, for: key), for: key)
    }

    /// Drops the defaults that were computed from a dependency that has changed.
    ///
    /// Only the container that owns this object may call it.
    func change(_ key: ObjectIdentifier) {
        contents.withLock { contents in
            if !contents.values.isEmpty {
                let keys: Set = [key]
                contents.values = contents.values.filter { $0.value.isIndependent(of: keys) }
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
            let kept = contents.values.filter { $0.value.isIndependent(of: flat.changed) }
            flat.values.merge(kept) { later, _ in later }
            flat.changed.formUnion(contents.changed)
            values = origin
        }
        return (values, flat)
    }
}

/// A dependency's default value, and the dependencies from which it was computed.
struct DefaultValue: Sendable {
    let box: any AnyObject & Sendable

    /// The dependencies that it was computed from, directly or through others; `nil` for all.
    let inputs: Set<ObjectIdentifier>?

    /// The name of the dependency, and the line that marked it, if the value is only the placeholder for a missing one.
    let missing: (name: String, site: SourceSite)?

    /// Whether the value is the same in a container that has other values for these dependencies.
    func isIndependent(of changed: Set<ObjectIdentifier>) -> Bool {
        inputs?.isDisjoint(with: changed) ?? changed.isEmpty
    }
}

/// The computation of one default.
///
/// It records the dependencies that the default reads, and detects a default that needs itself.
///
/// The container that is passed to the default carries it, so that the default may read on any thread.
final class DefaultComputation: Sendable {
    private struct Progress {
        var inputs: Set<ObjectIdentifier>? = []
        var missing: SourceSite?
        var isRunning = true

        /// The computation that reads this default.
        var asker: DefaultComputation?
    }

    private let key: any DependencyKey.Type
    private let progress: Mutex<Progress>

    init(of key: any DependencyKey.Type, for asker: DefaultComputation?) {
        self.key = key
        progress = Mutex(Progress(asker: asker))
    }

    /// Records that the default reads a dependency, and the inputs of that dependency if it is a default itself.
    func read(_ key: ObjectIdentifier, made inputs: Set<ObjectIdentifier>? = []) {
        progress.withLock { progress in
            // A container may outlive the computation, and be read at any time later.
            guard progress.isRunning else { return }
            guard let inputs else { return progress.inputs = nil }
            progress.inputs?.insert(key)
            progress.inputs?.formUnion(inputs)
        }
    }

    func markMissing(at site: SourceSite) -> Bool {
        progress.withLock { progress in
            guard progress.isRunning else { return false }
            progress.missing = site
            return true
        }
    }

    /// Ends the computation.
    ///
    /// Returns the dependencies that it read, and whether its value is missing.
    func end() -> (Set<ObjectIdentifier>?, (name: String, site: SourceSite)?) {
        progress.withLock { progress in
            progress.isRunning = false
            progress.asker = nil
            return (progress.inputs, progress.missing.map { (typeName(key), $0) })
        }
    }

    /// The names of dependencies that need each other, if this one is read again while it is computed.
    func cycle(through key: any DependencyKey.Type) -> [String]? {
        var names = [typeName(key)]
        var computation: DefaultComputation? = self
        while let current = computation {
            let (isRunning, asker) = current.progress.withLock { ($0.isRunning, $0.asker) }
            guard isRunning else { return nil }
            names.append(typeName(current.key))
            if ObjectIdentifier(current.key) == ObjectIdentifier(key) { return names.reversed() }
            computation = asker
        }
        return nil
    }
}
