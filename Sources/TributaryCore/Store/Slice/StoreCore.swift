// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What is behind a store: a slice of a machine's state, and the way of its actions to that machine.
///
/// The root has the machine itself, a scope has its parent; both look the same to `Store`. It belongs to the
/// machine's actor.
@usableFromInline
class StoreCore<State, Action> {
    /// The place of the slice in the tree of observers; it lasts as long as it is retained.
    var observers: ObserverTree<State> { preconditionFailure("A core is a machine's or a scope's.") }

    /// The paths of the scopes; most slices have none.
    private var scopes: ScopeTable?

    /// What the Observation framework tracks of the whole store.
    @usableFromInline let fields: TrackedFields

    /// What it tracked of this slice last.
    var recentFields = RecentFields()

    @usableFromInline
    init(fields: TrackedFields) { self.fields = fields }

    /// Shows the slice to a closure; tells whether there is one.
    @usableFromInline
    func read(_ body: (State) -> Void) -> Bool { false }

    func send(contentsOf actions: [Action]) -> StoreTask { StoreTask(group: nil) }

    /// Where a history sends actions to this slice; it keeps neither core nor machine alive.
    var target: StoreTarget<Action> { preconditionFailure("A core is a machine's or a scope's.") }

    func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        retaining companion: AnyObject? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Observes a slice of this core's machine in a tree of observers somewhere below.
    func observe<Slice, Value>(
        in tree: ObserverTree<Slice>,
        state: Slice,
        retaining scope: AnyObject,
        select: @escaping (Slice) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Attaches something to this slice; its token may keep the slice.
    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Mounts a reducer on this slice.
    func mount(_ reducer: ReducerMaker<State, Action>, at site: SourceSite) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// A weak view of this slice.
    var handle: StoreHandle<State, Action> {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Starts an effect that no action asked for.
    func start(_ effect: Effect<Action>) -> StoreTask { StoreTask(group: nil) }

    /// Lets a stream end with the machine.
    func insert(_ end: StreamEnd) {}

    func close(at site: SourceSite?) {}

    /// Whether a reducer has the state, so that it cannot be read.
    var isReducing: Bool { false }

    /// Waits for all effects of the machine.
    nonisolated(nonsending) func finish() async {}

    /// Lets effects of the machine that wait for their time begin, and waits for them.
    nonisolated(nonsending) func flush() async {}

    var reporter: DiagnosticReporter { .current }

    /// The dependencies of the reducers, for what is made to be beside them.
    var dependencies: Dependencies { preconditionFailure("A core is a machine's or a scope's.") }

    /// The machine that reduces the actions of this slice; `nil` for a mirror, whose machine is elsewhere.
    var hostedMachine: (any HostedMachine)? { nil }

    /// The path with a key, if scopes were made on it (law 6).
    @usableFromInline
    final func path(_ key: ScopeKey, making kind: Any.Type) -> ScopePath? {
        scopes?.path(key, making: ObjectIdentifier(kind))
    }

    /// Remembers a path under its key, unless there is one by now.
    ///
    /// - Returns: The path that is there now.
    @usableFromInline
    final func insert(_ path: ScopePath, _ key: ScopeKey, making kind: Any.Type) -> ScopePath {
        let table = scopes ?? ScopeTable()
        scopes = table
        return table.insert(path, key, making: ObjectIdentifier(kind))
    }

    /// How many paths are remembered, also those without a scope that are not yet forgotten.
    final var pathCount: Int { scopes?.count ?? 0 }
}

extension StoreCore {
    /// The slice, or the end of the program where there is none any more.
    final var state: State {
        var state: State?
        guard read({ state = $0 }), let state else { stopMissingState() }
        return state
    }

    @usableFromInline
    final func stopMissingState() -> Never {
        reporter.stop(
            Diagnostic(
                .scopeStateGone,
                message: "The state of a scope, \(typeName(State.self)), was read after it went away.",
                remedy: """
                    Ask the parent for the scope again, which gives `nil` when its state is absent, and drop the \
                    one you hold when it is.
                    """
            )
        )
    }
}
