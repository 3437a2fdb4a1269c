// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What reducers and effects ask of the world: clients, clocks, identifiers.
///
/// A container belongs to a store. It is a value: whoever changes a copy changes nobody else's. Reading takes a
/// lock at most; it is safe from any task.
///
/// **Defaults are kept, and follow their inputs.** A value that was computed by default is computed once and then
/// kept, so that a default that is an object is one object. The container notes which other dependencies it was
/// computed from. Where a copy gets another value for one of those, the copy computes anew what was computed from
/// it, and only that: everything else is still shared by both.
public struct Dependencies: Sendable {
    private var given: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    private var defaults = DefaultValues()

    /// Where the container comes from: equal for a container and the copies that a subtree overrides.
    var family = Family()

    /// Whether complaints name the property that asks: in a test, where the time that takes does not matter.
    @usableFromInline var tellsWhoAsks = false

    /// The default that is being computed from this copy, which wants to know what it is computed from.
    private var computation: DefaultComputation?

    /// A container in which every dependency has its default.
    public init() {}

    /// The dependency with this key: the value it was given, else its default.
    ///
    /// Reading costs a look-up, and no allocation. Defaults that need each other stop the program with a diagnostic
    /// that names them in their order.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        @inlinable get {
            // Only the rare case is left to code that is not specialised for the key.
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

    /// The value of a dependency, if it was given or computed before.
    @usableFromInline
    func box(for key: ObjectIdentifier) -> AnyObject? {
        givenBox(for: key) ?? defaults[key].map { use($0, for: key) }
    }

    /// The value that a dependency was given, if it was.
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
    /// Computes a default that is not there yet.
    @usableFromInline
    func defaultValue<Key: DependencyKey>(of key: Key.Type) -> Key.Value {
        guard let box = use(computeDefault(of: key), for: ObjectIdentifier(key)) as? DependencyBox<Key.Value>
        else { preconditionFailure("The value of \(key) is kept under its own key, so it has its type.") }
        return box.value
    }

    // Outside any lock, because the default may ask for other dependencies, or wait for somebody who does. Where
    // two tasks compute it at once, the first to arrive is kept, so that all of them see one value.
    private func computeDefault<Key: DependencyKey>(of key: Key.Type) -> DefaultValue {
        if let cycle = computation?.cycle(through: key) { stop(at: cycle) }
        var computation = DefaultComputation(of: key, for: computation)
        let box = DependencyBox(value(of: key, for: computation))
        // A default that took the container along may ask it for anything, any time.
        let tookContainer = !isKnownUniquelyReferenced(&computation)
        let (inputs, missing) = computation.end()
        return defaults.keep(
            DefaultValue(box: box, inputs: tookContainer ? .everything : inputs, missing: missing),
            for: ObjectIdentifier(key)
        )
    }

    // On its own, so that nothing here still holds the computation when it has returned.
    @inline(never)
    private func value<Key: DependencyKey>(of key: Key.Type, for computation: DefaultComputation) -> Key.Value
    {
        var copy = self
        copy.computation = computation
        return Self.$computing.withValue(copy) { Key.value(in: copy) }
    }

    /// Notes that the default being computed has no value of its own, so that it is reported whenever it is read.
    ///
    /// - Returns: Whether one is being computed.
    func markMissing(at site: SourceSite) -> Bool { computation?.markMissing(at: site) ?? false }
}

extension Dependencies {
    /// The dependencies of a new store: what a test set for all, then what is set for this one.
    @usableFromInline
    static func ofStore(_ configure: (inout Dependencies) -> Void) -> Dependencies {
        var dependencies = current ?? Dependencies()
        configure(&dependencies)
        // From here on, whoever is current elsewhere makes no difference.
        let reporter = dependencies.diagnosticReporter
        dependencies.family = Family(reporter: reporter)
        dependencies.computation = nil
        // What a test's container computed may have asked it who is current; a new one has computed nothing.
        if current != nil { dependencies.diagnosticReporter = reporter }
        return dependencies
    }

    /// A copy with changes, which still counts as the same store's.
    @usableFromInline
    package func overriding(_ change: (inout Dependencies) -> Void) -> Dependencies {
        var copy = self
        change(&copy)
        copy.family = family
        return copy
    }

    /// The values that were given, in no particular order.
    package var givenValues: [any Sendable] {
        given.values.compactMap { ($0 as? any AnyDependencyBox)?.anyValue }
    }

    /// Tells containers of different stores apart.
    final class Family: Sendable {
        /// Who is told of complaints where nobody else was set: the one who was current when the store was made.
        let reporter: DiagnosticReporter?

        init(reporter: DiagnosticReporter? = nil) { self.reporter = reporter }
    }
}
