// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What reducers and effects use of the outside world: clients, clocks, identifiers.
///
/// A container belongs to a store. It is a value: changing a copy changes no other copy. Reading takes a lock at
/// most, and is safe from any task.
///
/// **Defaults are kept, and follow their inputs.** A default is computed once and then kept, so that a default that
/// is an object is one object. The container records from which other dependencies it was computed. When a copy gets
/// another value for one of those, the copy recomputes the defaults that were computed from it, and only those; both
/// still share all others.
public struct Dependencies: Sendable {
    private var given: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    private var defaults = DefaultValues()

    /// The origin of the container: equal for a container and the copies that its subtrees override.
    var family = Family()

    /// Whether diagnostics name the property that reads: in a test, where the time for that does not matter.
    @usableFromInline var tellsWhoAsks = false

    /// The computation of a default that reads from this copy, and records what it reads.
    private var computation: DefaultComputation?

    /// A container in which every dependency has its default.
    public init() {}

    /// The dependency with this key: its own value if it was set, else its default.
    ///
    /// Reading costs a look-up, and no allocation. Defaults that need each other stop the program with a diagnostic
    /// that names them in order.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        @inlinable get {
            // Only the rare case runs code that is not specialised for the key.
            if let box = box(for: ObjectIdentifier(key)) as? DependencyBox<Key.Value> { return box.value }
            return defaultValue(of: key)
        }
        set {
            let identifier = ObjectIdentifier(key)
            given[identifier] = DependencyBox(newValue)
            if isKnownUniquelyReferenced(&defaults) {
                defaults.change(identifier)
            } else {
                defaults = DefaultValues(changing: identifier, from: defaults)
            }
        }
    }

    /// The value of a dependency, if it was set or computed before.
    @usableFromInline
    func box(for key: ObjectIdentifier) -> AnyObject? {
        givenBox(for: key) ?? defaults[key].map { use($0, for: key) }
    }

    /// The value of a dependency, if it was set.
    func givenBox(for key: ObjectIdentifier) -> AnyObject? {
        guard let box = given[key] else { return nil }
        computation?.read(key)
        return box
    }

    private func use(_ value: DefaultValue, for key: ObjectIdentifier) -> AnyObject {
        computation?.read(key, made: value.inputs)
        if let missing = value.missing { report(missing) }
        return value.box
    }
}

extension Dependencies {
    /// Computes a default that was not computed before.
    @usableFromInline
    func defaultValue<Key: DependencyKey>(of key: Key.Type) -> Key.Value {
        guard let box = use(computeDefault(of: key), for: ObjectIdentifier(key)) as? DependencyBox<Key.Value>
        else { preconditionFailure("The value of \(key) is kept under its own key, so it has its type.") }
        return box.value
    }

    // Outside any lock, because the default may read other dependencies, or wait for a task that does. If two tasks
    // compute it at once, the first result is kept, so that both see one value.
    private func computeDefault<Key: DependencyKey>(of key: Key.Type) -> DefaultValue {
        if let cycle = computation?.cycle(through: key) { stop(at: cycle) }
        var computation = DefaultComputation(of: key, for: computation)
        let box = DependencyBox(value(of: key, for: computation))
        // A default that kept the container may read anything from it at any time.
        let tookContainer = !isKnownUniquelyReferenced(&computation)
        let (inputs, missing) = computation.end()
        return defaults.keep(
            DefaultValue(box: box, inputs: tookContainer ? .everything : inputs, missing: missing),
            for: ObjectIdentifier(key)
        )
    }

    // Apart, so that nothing here still retains the computation when it has returned.
    @inline(never)
    private func value<Key: DependencyKey>(of key: Key.Type, for computation: DefaultComputation) -> Key.Value
    {
        var copy = self
        copy.computation = computation
        return Self.$computing.withValue(copy) { Key.value(in: copy) }
    }

    /// Records that the default being computed has no value, so that each read of it is reported.
    ///
    /// - Returns: Whether a default is being computed.
    func markMissing(at site: SourceSite) -> Bool { computation?.markMissing(at: site) ?? false }
}

extension Dependencies {
    /// The dependencies of a new store: what a test set for all stores, then what is set for this one.
    @usableFromInline
    static func ofStore(_ configure: (inout Dependencies) -> Void) -> Dependencies {
        var dependencies = current ?? Dependencies()
        configure(&dependencies)
        // From here on, the reporter does not depend on the current task.
        let reporter = dependencies.diagnosticReporter
        dependencies.family = Family(reporter: reporter)
        dependencies.computation = nil
        // A test's container may have computed defaults from its current reporter; a new container has computed none.
        if current != nil { dependencies.diagnosticReporter = reporter }
        return dependencies
    }

    /// A copy with changes, which still belongs to the same store.
    @usableFromInline
    package func overriding(_ change: (inout Dependencies) -> Void) -> Dependencies {
        var copy = self
        change(&copy)
        copy.family = family
        return copy
    }

    /// The values that were set, in no particular order.
    package var givenValues: [any Sendable] {
        given.values.compactMap { ($0 as? any AnyDependencyBox)?.anyValue }
    }

    /// Tells containers of different stores apart.
    final class Family: Sendable {
        /// The reporter if none was set: the one that was current when the store was made.
        let reporter: DiagnosticReporter?

        init(reporter: DiagnosticReporter? = nil) { self.reporter = reporter }
    }
}
