// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child's function, with the plan of its watches.
///
/// A store needs the watches before the first action, so it resolves a child that may be absent at once. But a
/// feature may contain itself, and a folder of folders would be resolved without end: a child inside a child of
/// the same type is resolved when there is first a state for it.
@usableFromInline
final class ResolvedChild<State, Action> {
    private let resolve: (ReducerContext) -> PlacedReducer<Action>
    private let context: ReducerContext

    /// The outer child that is the same reducer, for one that is resolved late.
    private let twin: ReducerAncestor?

    private let plan: WatchPlan<State, Action>

    /// What tells the states of the child apart.
    @usableFromInline let identity: StateIdentity<State>?
    @usableFromInline private(set) var resolved: PlacedReducer<Action>?

    /// Makes a row the one that the filters in the child speak of, where it is the child of rows and has filters.
    @exclusivity(unchecked) @usableFromInline var selectRow: ((AnyHashable) -> Void)?

    /// - Parameters:
    ///   - child: The child's reducer.
    ///   - context: The place of the child in the tree.
    ///   - isAlwaysThere: Whether there is always a state for it, so that it cannot contain itself.
    ///   - identity: What tells its states apart.
    ///   - resolve: Resolves the child.
    @usableFromInline
    init<Child: Reducer<State, Action>>(
        _ child: Child,
        in context: ReducerContext,
        isAlwaysThere: Bool,
        identity: StateIdentity<State>?,
        _ resolve: @escaping (ReducerContext) -> PlacedReducer<Action>
    ) {
        self.identity = identity
        self.resolve = resolve
        var (context, plan) = context.collecting(State.self, Action.self)
        self.plan = plan
        let hidden = AnyReducer<State, Action>.hidden(in: child)
        let type: Any.Type = hidden?.type ?? Child.self
        let ancestor = isAlwaysThere ? nil : context.ancestors.first { $0.type == ObjectIdentifier(type) }
        // Reducers of one type that have nothing to differ in are the same.
        twin = hidden?.hasSize == false ? ancestor : nil
        if !isAlwaysThere, ancestor == nil {
            context.ancestors.append(
                ReducerAncestor(type: ObjectIdentifier(type)) { [weak plan] in plan?.kinds ?? .any }
            )
        }
        self.context = context
        if ancestor == nil { resolved = resolve(context) }
    }

    /// The child's function.
    ///
    /// It is returned rather than called here, to keep the way to a deep child short.
    @inlinable var function: PlacedReducer<Action> { resolved ?? resolveNow() }

    /// Makes a row the one that the filters in the child speak of.
    ///
    /// Not inlined, to keep the frame small.
    @inlinable
    @inline(never)
    func select(_ id: some Hashable) { selectRow?(AnyHashable(id)) }

    @usableFromInline
    func resolveNow() -> PlacedReducer<Action> {
        let function = resolve(context)
        resolved = function
        return function
    }

    /// What watches the child, or may when it is resolved.
    ///
    /// In one that is not resolved there is what is in the same child further out.
    @usableFromInline var kinds: WatchKind { resolved == nil ? twin?.kinds() ?? .any : plan.kinds }

    /// What watches one state of the child.
    func makeWatch(_ kind: WatchKind) -> Watch<State, Action> {
        _ = function
        return plan.makeWatch(kind)
    }
}

/// A child in which others are resolved, so that one that contains itself is noticed.
struct ReducerAncestor {
    let type: ObjectIdentifier

    /// What watches it; asked when the whole tree is resolved.
    let kinds: () -> WatchKind
}
