// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope: a lens into its parent's slice, never a copy of it (law 6).
///
/// It keeps its parent alive; the parent knows it only weakly.
final class ScopedCore<Parent, ParentAction, State, Action>: StoreCore<State, Action> {
    private let parent: StoreCore<Parent, ParentAction>
    private let readChild: (Parent, (State) -> Void) -> Bool
    private let embed: (Action) -> ParentAction

    /// - Parameters:
    ///   - parent: The core of the store that is scoped.
    ///   - read: Shows the slice to a closure; tells whether there is one.
    ///   - embed: Turns an action into the parent's.
    ///   - attach: Hangs the scope's observers below the parent's.
    init(
        parent: StoreCore<Parent, ParentAction>,
        read: @escaping (Parent, (State) -> Void) -> Bool,
        embed: @escaping (Action) -> ParentAction,
        attach: (_ parent: ObserverTree<Parent>, _ scope: ObserverTree<State>) -> Void
    ) {
        self.parent = parent
        self.readChild = read
        self.embed = embed
        super.init(observers: ObserverTree())
        attach(parent.observers, observers)
    }

    override func read(_ body: (State) -> Void) -> Bool {
        var isThere = false
        _ = parent.read { isThere = readChild($0, body) }
        return isThere
    }

    override func send(_ action: Action) -> StoreTask { parent.send(embed(action)) }

    override func send(contentsOf actions: [Action]) -> StoreTask {
        parent.send(contentsOf: actions.map(embed))
    }

    override func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        parent.observe(
            in: observers,
            state: state,
            retaining: self,
            select: select,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
    }

    override func observe<Slice, Value>(
        in tree: ObserverTree<Slice>,
        state: Slice,
        retaining scope: AnyObject,
        select: @escaping (Slice) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        parent.observe(
            in: tree,
            state: state,
            retaining: scope,
            select: select,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
    }

    override var reporter: DiagnosticReporter { parent.reporter }
}

extension StoreCore {
    /// The slice, or the end of the program where there is none any more.
    final var state: State {
        var state: State?
        guard read({ state = $0 }), let state else { stopMissingState() }
        return state
    }

    final func stopMissingState() -> Never {
        reporter.stop(
            Diagnostic(
                .scopeStateGone,
                message: "The state of a scope, \(State.self), was read after it went away.",
                remedy: """
                    Ask the parent for the scope again, which gives `nil` when its state is absent, and drop the \
                    one you hold when it is.
                    """
            )
        )
    }
}
