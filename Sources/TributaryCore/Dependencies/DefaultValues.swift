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

    /// Drops the defaults that were computed from a dependency that has changed.
    ///
    /// Only the container that owns this object may call it.
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

/// A dependency's default value, and the dependencies from which it was computed.
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

    /// Adds a dependency, and the dependencies from which it was computed.
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

/// A dependency that had no value when it was read.
struct MissingDependency: Sendable {
    let name: String
    let site: SourceSite
}

/// The computation of one default.
///
/// It records the dependencies that the default reads, and detects a default that needs itself.
///
/// The container that is passed to the default carries it, so that the default may read on any thread.
final class DefaultComputation: Sendable {
    private struct Progress {
        var inputs = DefaultInputs.keys([])
        var missing: MissingDependency?
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
    func read(_ key: ObjectIdentifier, made inputs: DefaultInputs = .keys([])) {
        progress.withLock { progress in
            // A container may outlive the computation, and be read at any time later.
            if progress.isRunning { progress.inputs.insert(key, inputs) }
        }
    }

    func markMissing(at site: SourceSite) -> Bool {
        progress.withLock { progress in
            guard progress.isRunning else { return false }
            progress.missing = MissingDependency(name: typeName(key), site: site)
            return true
        }
    }

    /// Ends the computation.
    ///
    /// Returns the dependencies that it read, and whether its value is missing.
    func end() -> (DefaultInputs, MissingDependency?) {
        progress.withLock { progress in
            progress.isRunning = false
            progress.asker = nil
            return (progress.inputs, progress.missing)
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
