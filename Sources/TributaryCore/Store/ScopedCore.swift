// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a scope: a lens into its parent's slice, never a copy of it (law 6).
///
/// It keeps its parent alive; the parent knows it only weakly. How actions go to the parent is its subclasses'.
class ScopedCore<Parent, ParentAction, State, Action>: StoreCore<State, Action> {
    final let parent: StoreCore<Parent, ParentAction>
    private let readChild: (Parent, (State) -> Void) -> Bool
    private let extract: (ParentAction) -> Action?

    /// - Parameters:
    ///   - parent: The core of the store that is scoped.
    ///   - read: Shows the slice to a closure; tells whether there is one.
    ///   - extract: Finds an action in one of the parent's.
    ///   - observers: Finds the scope's observers below the parent's.
    init(
        parent: StoreCore<Parent, ParentAction>,
        read: @escaping (Parent, (State) -> Void) -> Bool,
        extract: @escaping (ParentAction) -> Action?,
        observers: (_ parent: ObserverTree<Parent>) -> ObserverTree<State>
    ) {
        self.parent = parent
        self.readChild = read
        self.extract = extract
        super.init(observers: observers(parent.observers), fields: parent.fields)
    }

    override func read(_ body: (State) -> Void) -> Bool {
        var isThere = false
        _ = parent.read { isThere = readChild($0, body) }
        return isThere
    }

    override func observe<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        retaining companion: AnyObject? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        parent.observe(
            in: observers,
            state: state,
            retaining: Companions(self, companion),
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

    override func listen(
        retaining companion: AnyObject?,
        onAction: @escaping (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        parent.listen(
            retaining: Companions(self, companion),
            extract: extract,
            read: readChild,
            onAction: onAction
        )
    }

    override func listen<Slice, SliceAction>(
        retaining companion: AnyObject?,
        extract extractSlice: @escaping (Action) -> SliceAction?,
        read readSlice: @escaping (State, (Slice) -> Void) -> Bool,
        onAction: @escaping (ActionRecord<Slice, SliceAction>) -> Void
    ) -> ObservationToken {
        parent.listen(
            retaining: companion,
            extract: { [extract] in extract($0).flatMap(extractSlice) },
            read: { [readChild] state, body in
                var isThere = false
                _ = readChild(state) { isThere = readSlice($0, body) }
                return isThere
            },
            onAction: onAction
        )
    }

    override func insert(_ end: StreamEnd) { parent.insert(end) }

    override func close() {
        reporter.report(
            Diagnostic(
                .scopeClosed,
                message: "A scope, of \(State.self), was closed; that did nothing.",
                remedy: "Close the whole store, in the one place that owns it."
            )
        )
    }

    override var reporter: DiagnosticReporter { parent.reporter }
}

/// What an observation keeps alive.
private final class Companions {
    private let members: (AnyObject, AnyObject?)

    init(_ first: AnyObject, _ second: AnyObject?) { members = (first, second) }
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
