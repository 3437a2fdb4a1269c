// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The default values that a container and its copies have computed, each once for the same inputs, whichever reads it first.
final class DefaultValues: Sendable {
    private let values = Mutex<[ObjectIdentifier: [DefaultValue]]>([:])

    /// The default of a dependency in a container with these values, if it was computed there or in a copy with equal inputs.
    func find(_ key: ObjectIdentifier, given: GivenValues) -> DefaultValue? {
        values.withLock { $0[key]?.first { $0.isValid(given: given) } }
    }

    /// Keeps a default, unless another task has computed it meanwhile, and returns the one that is kept.
    func keep(_ value: DefaultValue, for key: ObjectIdentifier, given: GivenValues) -> DefaultValue {
        let (kept, former) = values.withLock { values in
            var known = values[key] ?? []
            if let earlier = known.first(where: { $0.isValid(given: given) }) { return (earlier, []) }
            let former = known
            known.removeAll { $0.isOutdated }
            values[key] = known + [value]
            return (value, former)
        }
        // Their release may run code of the program, which may read dependencies.
        withExtendedLifetime(former) {}
        return kept
    }
}

/// The values that were set in a container, by the keys of their dependencies.
typealias GivenValues = [ObjectIdentifier: any AnyObject & Sendable]

/// A dependency's default value, and the dependencies from which it was computed.
struct DefaultValue: Sendable {
    let box: any AnyObject & Sendable

    /// The dependencies that it was computed from, directly or through others; `nil` for all.
    let inputs: Set<ObjectIdentifier>?

    /// The name of the dependency, and the line that marked it, if the value is only the placeholder for a missing one.
    let missing: (name: String, site: SourceSite)?

    /// Those of the inputs that were set.
    private let given: [ObjectIdentifier: GivenValue]

    /// Weak: when no container has the value any more, defaults that were computed from it can go, too.
    private struct GivenValue: Sendable {
        weak var box: (any AnyObject & Sendable)?
    }

    init(
        box: any AnyObject & Sendable,
        inputs: Set<ObjectIdentifier>?,
        missing: (name: String, site: SourceSite)?,
        given: GivenValues
    ) {
        self.box = box
        self.inputs = inputs
        self.missing = missing
        self.given = given.filter { inputs?.contains($0.key) != false }.mapValues { GivenValue(box: $0) }
    }

    /// Whether a container with these values has the same inputs.
    func isValid(given other: GivenValues) -> Bool {
        guard given.allSatisfy({ key, value in value.box != nil && value.box === other[key] }) else {
            return false
        }
        return inputs?.allSatisfy { given[$0] != nil || other[$0] == nil } ?? (given.count == other.count)
    }

    /// Whether no container has its inputs any more.
    var isOutdated: Bool { given.values.contains { $0.box == nil } }
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
