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

    /// The machine behind the store: what has nothing to do with the types of the slice is asked of it.
    let machine: any SliceMachine

    /// What it tracked of this slice last.
    var recentFields = RecentFields()

    init(machine: any SliceMachine) { self.machine = machine }

    /// Shows the slice to a closure; tells whether there is one.
    @usableFromInline
    func read(_ body: (State) -> Void) -> Bool { false }

    func send(contentsOf actions: [Action]) -> StoreTask { StoreTask(group: nil) }

    /// Where a history sends actions to this slice; it keeps neither core nor machine alive.
    var target: StoreTarget<Action> { preconditionFailure("A core is a machine's or a scope's.") }

    /// What an observation of this slice keeps alive.
    func retained(with companion: AnyObject?) -> AnyObject? { companion }

    /// Attaches something to this slice; its token may keep the slice.
    func attach(_ attachment: Attachment<State, Action>, keepingScope: Bool) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Mounts a reducer on this slice.
    func mount(_ reducer: AnyReducer<State, Action>, at site: SourceSite) -> ObservationToken {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// A weak view of this slice.
    var handle: StoreHandle<State, Action> {
        preconditionFailure("A core is a machine's or a scope's.")
    }

    /// Starts an effect that no action asked for.
    func start(_ effect: Effect<Action>) -> StoreTask { StoreTask(group: nil) }

    /// Whether the slice is a whole store, which may be closed.
    var isWhole: Bool { false }

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
    final func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        retaining companion: AnyObject? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        machine.observe(
            in: observers,
            state: state,
            retaining: retained(with: companion),
            select: select,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
    }

    final func close(at site: SourceSite?) {
        isWhole ? machine.close(at: site) : machine.reporter.report(.scopeClosed(State.self, at: site))
    }

    /// The slice, or the end of the program where there is none any more.
    final var state: State {
        var state: State?
        guard read({ state = $0 }), let state else { stopMissingState() }
        return state
    }

    @usableFromInline
    final func stopMissingState() -> Never {
        machine.reporter.stop(
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
