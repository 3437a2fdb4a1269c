// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The clients, clocks, identifiers, and other outside values that reducers and effects use.
///
/// A container belongs to a store. It is a value: a change of a copy changes no other copy. You can read it from any task; reading
/// a default takes one lock, and another for each copy between the container that computed it and this one.
///
/// **Defaults are computed once, and follow their inputs.** A default that is an object stays the same object. The container
/// records which other dependencies a default reads. If you set one of those in a copy, the copy recomputes only the defaults that
/// read it, and shares all others with the original.
public struct Dependencies: Sendable {
    /// The values that were set, by the keys of their dependencies.
    private var given: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    private var defaults = DefaultValues()

    /// The origin of the container: equal for a container and the copies that its subtrees override.
    var family = Family()

    /// The computation of a default that reads from this copy; it records each read.
    private var computation: DefaultComputation?

    /// Whether diagnostics name the property that reads; set in tests only, because it takes time.
    var tellsWhoAsks = false

    /// A container in which every dependency has its default.
    public init() {}

    /// The dependency with this key: the value that was set, or else the default.
    ///
    /// Reading costs a lookup and no allocation. Defaults that need each other stop the program with a diagnostic that lists them.
    public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get {
            // Only the rare case runs code that is not specialized for the key.
            if let box = box(for: ObjectIdentifier(key)) as? DependencyBox<Key.Value> { return box.value }
            return defaultValue(of: key)
        }
        set {
            given[ObjectIdentifier(key)] = DependencyBox(newValue)
            if !isKnownUniquelyReferenced(&defaults) { defaults = DefaultValues(copying: defaults) }
            defaults.drop(dependingOn: ObjectIdentifier(key))
        }
    }

    /// The value of a dependency, if it was set or computed before.
    func box(for key: ObjectIdentifier) -> AnyObject? {
        guard let box = given[key] else { return defaults.find(key).map { use($0, for: key) } }
        computation?.read(key)
        return box
    }

    /// The value of a dependency, if it was set; for one whose default is not worth being kept by each store.
    ///
    /// A default that reads it is computed again in a copy in which it is set.
    func givenValue<Key: DependencyKey>(of key: Key.Type) -> Key.Value? {
        computation?.read(ObjectIdentifier(key))
        return (given[ObjectIdentifier(key)] as? DependencyBox<Key.Value>)?.value
    }

    private func use(_ value: DefaultValue, for key: ObjectIdentifier) -> AnyObject {
        computation?.read(key, made: value.inputs)
        if let missing = value.missing { reportMissing(missing.name, at: missing.site) }
        return value.box
    }
}

extension Dependencies {
    /// Computes a default that was not computed before.
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
            DefaultValue(box: box, inputs: tookContainer ? nil : inputs, missing: missing),
            for: ObjectIdentifier(key)
        )
    }

    // A function of its own, so that its caller does not retain the computation after it has returned.
    @inline(never)
    private func value<Key: DependencyKey>(of key: Key.Type, for computation: DefaultComputation) -> Key.Value
    {
        var copy = self
        copy.computation = computation
        return Self.$computing.withValue(copy) { Key.value(in: copy) }
    }
}

extension Dependencies {
    /// The dependencies of a new store: values that a test sets for all stores, then values for this one.
    @usableFromInline package static func ofStore(_ configure: (inout Dependencies) -> Void) -> Dependencies {
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
    package func overriding(_ change: (inout Dependencies) -> Void) -> Dependencies {
        var copy = self
        change(&copy)
        copy.family = family
        return copy
    }

    /// The values that were set, in no particular order.
    package var givenValues: [Any] { given.values.compactMap { Mirror(reflecting: $0).descendant("value") } }

    /// The identity of a store's containers, which their copies share.
    final class Family: Sendable {
        /// The reporter if none was set: the one that was current when the store was made.
        let reporter: DiagnosticReporter?

        init(reporter: DiagnosticReporter? = nil) { self.reporter = reporter }
    }
}

/// The name of a dependency, and its default value.
///
/// ```swift
/// enum NewsClientKey: DependencyKey {
///     static func value(in dependencies: Dependencies) -> NewsClient {
///         dependencies.isTesting ? .unimplemented : .live
///     }
/// }
/// extension Dependencies {
///     var newsClient: NewsClient {
///         get { self[NewsClientKey.self] }
///         set { self[NewsClientKey.self] = newValue }
///     }
/// }
/// ```
/// The key decides how the default behaves in a test. For a struct of closures, return `unimplemented(_:placeholder:)` for each
/// closure, so that each call fails the test. For any other value, return `dependencies.missing(placeholder:)`, so that reading it
/// fails the test.
public protocol DependencyKey: SendableMetatype {
    /// The type of the dependency.
    associatedtype Value: Sendable

    /// Computes the default value of a container, when it is first needed.
    ///
    /// The container keeps the value until one of the dependencies that this function reads is changed. Read them here instead of
    /// keeping the container: a value that keeps the container is recomputed in each copy with any change. Two tasks that need the
    /// value at once may both compute it; they get the same value.
    ///
    /// - Parameter dependencies: The container, for values that are made from other dependencies.
    /// - Returns: The default value.
    static func value(in dependencies: Dependencies) -> Value
}

/// A value of a container.
///
/// It is an object, because objects are cheaper to copy and to cast than values of unknown types.
final class DependencyBox<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension Dependencies {
    /// The container of the objects that are being made; set while a store makes its reducers or a companion.
    @TaskLocal static var building: Dependencies?

    /// The container of the subtree that is being reduced or made, if the subtree overrides its store's.
    @TaskLocal package static var overriding: Dependencies?

    /// The container of the store whose effect runs, for code that the effect calls and values that it makes.
    static var performing: Dependencies? { performer?.dependencies }

    /// The holder of that container: a reference, because each task that an effect starts gets a copy.
    @TaskLocal static var performer: (any DependencyHolder)?

    /// The container that new stores start with, and that code without a store reads: a test's.
    @TaskLocal static var current: Dependencies?

    /// The container for which a default is being computed.
    @TaskLocal static var computing: Dependencies?

    /// The property that is reading a dependency; set in tests only.
    @TaskLocal static var asking: SourceSite?

    /// Reads a dependency for a line of the program, which diagnostics name; in tests only, because it takes time.
    // Not inlined, because any generic code in its callers would cost every read.
    @inline(never)
    func read<Value>(_ keyPath: KeyPath<Dependencies, Value>, at site: SourceSite) -> Value {
        let value = Self.$asking.withValue(site) { self[keyPath: keyPath] }
        guard var reporting = value as? any UseReporting else { return value }
        reporting.endpoint = reporting.endpoint.map { UnimplementedEndpoint($0, readAt: site) }
        return reporting as? Value ?? value
    }

    /// The container of code that belongs to no store.
    static let standard = Dependencies()

    /// The dependencies of the effect that runs: its subtree's, if that overrides those of its store.
    static var ofEffect: Dependencies {
        performing?.overridden ?? overriding ?? current ?? standard
    }

    /// This container, or that of the subtree that is being reduced, if it is of the same store: an effect may make another store.
    fileprivate var overridden: Dependencies {
        guard let overriding = Self.overriding, overriding.family === family else { return self }
        return overriding
    }

    /// Makes something that belongs to this container's store: it reads its dependencies here, now and later.
    package func making<Made>(_ make: () -> Made) -> Made { Self.$building.withValue(self, operation: make) }
}

/// An object that has the dependencies of a store, for its effects.
protocol DependencyHolder: AnyObject, Sendable {
    var dependencies: Dependencies { get }
}

/// Sets dependencies for all code that runs and all values that are made in a closure, in a test.
///
/// ```swift
/// withDependencies { $0.date = .constant(launch) } operation: {
///     let store = Store(initialState: News.State()) { News() }
///     …
/// }
/// ```
/// Stores that are made in the closure start with these dependencies, and set their own on top. A reducer that is
/// called there without a store reads them. A nested `withDependencies` sets its dependencies on top of the outer
/// ones.
///
/// - Parameters:
///   - change: Sets the dependencies.
///   - operation: Uses them. So do tasks that it starts, if they inherit task-local values.
/// - Returns: The closure's result.
/// - Throws: Any error that the closures throw.
public func withDependencies<Result>(
    _ change: (inout Dependencies) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result {
    var dependencies = Dependencies.current ?? Dependencies()
    try change(&dependencies)
    return try Dependencies.$current.withValue(dependencies, operation: operation)
}

/// Sets dependencies for all code that runs and all values that are made in an asynchronous closure, in a test.
///
/// Stores that are made in the closure start with these dependencies, and set their own on top. A reducer that is
/// called there without a store reads them. A nested `withDependencies` sets its dependencies on top of the outer
/// ones.
///
/// - Parameters:
///   - change: Sets the dependencies.
///   - isolation: The actor on which the closure runs: the caller's.
///   - operation: Uses them. So do tasks that it starts, if they inherit task-local values.
/// - Returns: The closure's result.
/// - Throws: Any error that the closures throw.
public func withDependencies<Result>(
    _ change: (inout Dependencies) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    var dependencies = Dependencies.current ?? Dependencies()
    try change(&dependencies)
    return try await Dependencies.$current.withValue(dependencies, operation: operation)
}

extension Dependencies {
    /// Whether the container belongs to a test, so that defaults can refuse to reach the real world.
    ///
    /// It is `false` by default; the stores of `TributaryTesting` set it. Setting it recomputes every default that
    /// reads it.
    public var isTesting: Bool {
        get { givenValue(of: IsTestingKey.self) ?? false }
        set {
            self[IsTestingKey.self] = newValue
            tellsWhoAsks = newValue
        }
    }
}

private enum IsTestingKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Bool { false }
}

extension Dependencies {
    /// Whether the container belongs to a preview in an editor; it is `false` unless it is set.
    public var isPreview: Bool {
        get { givenValue(of: IsPreviewKey.self) ?? false }
        set { self[IsPreviewKey.self] = newValue }
    }
}

private enum IsPreviewKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Bool { false }
}

extension Dependencies {
    /// Marks the default that is being computed as missing, so that reading the dependency fails the test.
    ///
    /// ```swift
    /// static func value(in dependencies: Dependencies) -> Country {
    ///     dependencies.isTesting ? dependencies.missing(placeholder: .nowhere) : .current
    /// }
    /// ```
    /// Each read of the dependency is a diagnostic, which names the key and the property that reads it. A value made of closures
    /// may be read before it is used: for each of its closures, use `unimplemented(_:placeholder:)` instead.
    ///
    /// - Parameters:
    ///   - placeholder: The value with which the program continues.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The placeholder.
    public func missing<Value>(
        placeholder: Value,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Value {
        let site = SourceSite(fileID: fileID, line: line)
        // Outside of a key no later read reports it.
        if computation?.markMissing(at: site) != true { reportMissing(typeName(Value.self), at: site) }
        return placeholder
    }
}

extension Dependencies {
    /// The reporter of a store's diagnostics; by default the current one when the store is made.
    ///
    /// A container that belongs to no store reports to the current reporter.
    public var diagnosticReporter: DiagnosticReporter {
        get { givenValue(of: DiagnosticReporterKey.self) ?? family.reporter ?? .current }
        set { self[DiagnosticReporterKey.self] = newValue }
    }

    /// Reports dependencies that need each other, and stops the program, because there is no value to return.
    func stop(at cycle: [String]) -> Never {
        diagnosticReporter.stop(
            Diagnostic(
                .dependencyCycle,
                message: "Dependencies need each other to be computed: \(cycle.joined(separator: " → ")).",
                remedy: """
                    Compute one of them without the others, or set its value when you make the store, before it is \
                    read.
                    """
            )
        )
    }

    /// Reports a dependency that has no value for tests.
    private func reportMissing(_ name: String, at site: SourceSite) {
        diagnosticReporter.report(
            Diagnostic(
                .unimplementedDependency,
                message: "The dependency \(name) was read, but has no value here (\(site)).",
                remedy: "Set it with the other dependencies of the store or the test.",
                site: Self.asking ?? site
            )
        )
    }
}

private enum DiagnosticReporterKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> DiagnosticReporter { .current }
}

/// Reads a dependency of the store that a reducer, a service or a middleware belongs to.
///
/// ```swift
/// struct News: Reducer {
///     @Dependency(\.newsClient) var newsClient
/// }
/// ```
/// A reducer belongs to the store in whose closure you make it: `Store(initialState: …) { News() }`. A reducer that was made
/// before, alone or as a part of others, reads the store's dependencies, too. Passing them then costs each action about a tenth of
/// a microsecond.
///
/// Code that an effect calls, and values that it makes, read the dependencies of the effect's store or subtree. A value that a
/// reducer makes belongs to no store, such as a row's state whose initializer reads an identifier. It reads the dependencies of
/// `withDependencies`, or else the defaults, which is a diagnostic. Instead, read the dependency in the reducer and pass it:
/// `Row(id: makeID())`.
///
/// Services and middleware belong to a store if they are made in its closure, too: `store.attach { Player() }`.
///
/// An effect that reads it captures the reducer. So declare a public reducer `Sendable`; the compiler infers that for others.
@propertyWrapper
public struct Dependency<Value>: Sendable {
    let keyPath: any KeyPath<Dependencies, Value> & Sendable

    /// Where the property was declared.
    private let site: SourceSite

    /// The container of the store in whose closure the property was made.
    private let container: Dependencies?

    /// Reads the dependency with this name.
    ///
    /// - Parameters:
    ///   - keyPath: The dependency.
    ///   - fileID: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(
        _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.keyPath = keyPath
        site = SourceSite(fileID: fileID, line: line)
        container = .building
    }

    /// The value of the dependency in the store, or in the subtree that is being reduced.
    public var wrappedValue: Value {
        get {
            let dependencies = dependencies
            guard dependencies.tellsWhoAsks else { return dependencies[keyPath: keyPath] }
            return dependencies.read(keyPath, at: site)
        }
    }

    /// The container that the property reads from: that of its store, or of the subtree that is being reduced.
    private var dependencies: Dependencies {
        container?.overridden ?? .overriding ?? .performing ?? .current ?? standard
    }

    private var standard: Dependencies {
        DiagnosticReporter.current.report(
            Diagnostic(
                .dependencyOutsideStore,
                message: """
                    A dependency of type \(typeName(Value.self)) was read by code that belongs to no store; it \
                    got the default.
                    """,
                remedy: """
                    Make the reducer in the closure of its store, or in a reducer's body, and services and \
                    middleware in closures: `store.attach { Player() }`. Values that are made while an action is \
                    reduced, such as the state of a row, belong to no store: read the dependency in the reducer and \
                    pass it. To use it without a store, call `withDependencies`.
                    """,
                site: site
            )
        )
        return .standard
    }
}

extension Dependency: StoreBound {
    var isUnbound: Bool { container == nil }
}

/// An object that belongs to the store in whose closure it is made, or else to no store yet.
protocol StoreBound {
    var isUnbound: Bool { get }
}
