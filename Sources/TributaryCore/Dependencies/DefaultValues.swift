// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The default values that a container has computed, each once for the same inputs, whichever copy reads it first.
///
/// A copy in which a dependency was set has default values of its own: those that depend on it. All others are kept by the
/// original, for both.
final class DefaultValues: Sendable {
    private struct Contents {
        /// The default values of the container from which this one was copied.
        var original: DefaultValues?

        /// The dependencies that were set since.
        var changed: Set<ObjectIdentifier> = []
        var values: [ObjectIdentifier: DefaultValue] = [:]
    }

    private let contents: Mutex<Contents>

    init(copying original: DefaultValues? = nil) { contents = Mutex(Contents(original: original)) }

    /// Drops the values that depend on a dependency, which was set in the only container that has them.
    func drop(dependingOn key: ObjectIdentifier) {
        let former = contents.withLock { contents in
            let former = contents
            for (id, old) in former.values where old.depends(on: [key]) {
                contents.values[id] = nil
            }
            guard contents.original != nil else { return former }
            contents.changed.insert(key)
            // So the list of originals has no two in a row whose changes this one makes again.
            while let next = contents.original?.original(changing: contents.changed) {
                contents.original = next
            }
            return former
        }
        // Their release may run code of the program, which may read dependencies.
        withExtendedLifetime(former) {}
    }

    /// The original, if nothing else was set here than some dependencies.
    private func original(changing changed: Set<ObjectIdentifier>) -> DefaultValues? {
        contents.withLock { $0.changed.isSubset(of: changed) ? $0.original : nil }
    }

    /// The default of a dependency, if it was computed here or in an original with equal inputs.
    func find(_ key: ObjectIdentifier) -> DefaultValue? {
        let (value, original, changed) = contents.withLock { ($0.values[key], $0.original, $0.changed) }
        guard value == nil, let found = original?.find(key), !found.depends(on: changed) else { return value }
        return found
    }

    /// Keeps a default, unless another task has computed it meanwhile, and returns the one that is kept.
    func keep(_ value: DefaultValue, for key: ObjectIdentifier) -> DefaultValue {
        let (original, changed) = contents.withLock { ($0.original, $0.changed) }
        if let original, !value.depends(on: changed) { return original.keep(value, for: key) }
        return contents.withLock { contents in
            let kept = contents.values[key] ?? value
            contents.values[key] = kept
            return kept
        }
    }
}

/// A dependency's default value, and the dependencies from which it was computed.
struct DefaultValue: Sendable {
    let box: any AnyObject & Sendable

    /// The dependencies that it was computed from, directly or through others; `nil` for all.
    let inputs: Set<ObjectIdentifier>?

    /// The name of the dependency, and the line that marked it, if the value is only the placeholder for a missing one.
    let missing: (name: String, site: SourceSite)?

    func depends(on changed: Set<ObjectIdentifier>) -> Bool { inputs?.isDisjoint(with: changed) != true }
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
