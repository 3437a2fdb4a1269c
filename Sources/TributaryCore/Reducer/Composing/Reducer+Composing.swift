// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a child on an optional state, while there is one.
    ///
    /// The child runs before this reducer, so this one may remove the child when it receives the child's action. An
    /// action for an absent child changes nothing in it and is a diagnostic (law 7); this reducer still sees it. The
    /// child's effects end when its state goes away, or is replaced by one with another `id` (law 8).
    ///
    /// The child may name actions that close it:
    /// ```swift
    /// .ifLet(\.editor, action: \.editor, closedBy: \.output.done, \.output.cancelled) { Editor() }
    /// ```
    /// Such an action runs the child first, then this reducer, which reads the child's last state. Then the state is set to `nil`,
    /// and its effects are cancelled (law 15). If this reducer replaced the child in the meantime, the new child stays, provided
    /// that the two differ in their `id` or their case.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - outputs: Cases of the child's action that close it, as in `\.output.done`.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        closedBy outputs: PartialKeyPath<CaseNames<ChildAction>>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        AnyReducer(
            child(),
            at: ChildPlace(optional: state),
            ActionCase(action),
            before: AnyReducer(composing: self),
            closedBy: outputs,
            close: { root, _ in root[keyPath: state] = nil },
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child that takes this reducer's own actions on an optional state, while there is one.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, Child: Reducer<ChildState, Action>>(
        _ state: WritableKeyPath<State, ChildState?>,
        @ReducerBuilder<ChildState, Action> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        AnyReducer(
            child(),
            at: ChildPlace(optional: state),
            .own,
            before: AnyReducer(composing: self),
            SourceSite(fileID: fileID, line: line)
        )
    }
}

extension Reducer {
    /// Runs a child on the payload of one case of an enum, while the enum is in that case.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .ifCaseLet(\.path.detail, action: \.detail) { Detail() }
    /// ```
    /// The payload is changed in place, and the enum needs no `empty` case for it. The child runs before this
    /// reducer. An action for a child whose case is not the current one changes nothing in it and is a
    /// diagnostic (law 7). The child's effects end when the enum leaves the case, or its payload is replaced by one
    /// with another `id` (law 8).
    ///
    /// An action that closes the child sets an optional enum to `nil`, as with `ifLet`. An enum that is not optional has nothing
    /// that it could become: that is a diagnostic, and nothing is closed.
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` if the state is the enum, `\.path.detail` if it contains the enum.
    ///   - action: The case that holds the child's actions.
    ///   - outputs: Cases of the child's action that close it, as in `\.output.done`.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        closedBy outputs: PartialKeyPath<CaseNames<ChildAction>>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        AnyReducer(
            child(),
            at: ChildPlace(case: state),
            ActionCase(action),
            before: AnyReducer(composing: self),
            closedBy: outputs,
            close: StatePath(keyPath: \.self)[keyPath: state].close.map { close in
                { root, _ in close(&root) }
            },
            SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child that takes this reducer's own actions on the payload of one case of an enum.
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` if the state is the enum, `\.path.detail` if it contains the enum.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, Child: Reducer<ChildState, Action>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        @ReducerBuilder<ChildState, Action> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> {
        AnyReducer(
            child(),
            at: ChildPlace(case: state),
            .own,
            before: AnyReducer(composing: self),
            SourceSite(fileID: fileID, line: line)
        )
    }
}

extension Reducer {
    /// Runs a child on every element of a collection, for the actions sent to that element.
    ///
    /// The child runs before this reducer, so this one may remove it when it receives the child's action. An action
    /// for an element that is not there changes nothing in it and is a diagnostic (law 7). An element's effects end
    /// when it is removed (law 8). An action costs the same in a collection of any size.
    ///
    /// An action that closes an element removes it, as with `ifLet`.
    ///
    /// - Parameters:
    ///   - state: The property that holds the elements.
    ///   - action: The case that holds the elements' actions.
    ///   - outputs: Cases of an element's action that remove it, as in `\.output.done`.
    ///   - child: The reducer of an element.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func forEach<
        ID: Hashable & SendableMetatype,
        ChildState,
        ChildAction,
        Child: Reducer<ChildState, ChildAction>
    >(
        _ state: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>>,
        closedBy outputs: PartialKeyPath<CaseNames<ChildAction>>...,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        AnyReducer(
            child(),
            at: ChildPlace(rows: Lens(state), at: state),
            ActionCase(rows: CasePath(action)),
            before: AnyReducer(composing: self),
            closedBy: outputs,
            close: { [rows = Lens(state)] root, id in rows.modify(&root) { _ = $0.remove(id: id) } },
            SourceSite(fileID: fileID, line: line)
        )
    }
}

extension Reducer {
    /// This reducer, run on a property of a larger state for one case of its actions: `Scope`, as a function.
    ///
    /// - Parameters:
    ///   - state: The property that is this reducer's state.
    ///   - action: The case that holds its actions.
    /// - Returns: The reducer of the whole.
    public func pullback<WholeState, WholeAction: CasePathable>(
        state: WritableKeyPath<WholeState, State>,
        action: CaseKeyPath<WholeAction, Action>
    ) -> Scope<WholeState, WholeAction> {
        Scope(self, at: ChildPlace(Lens(state), isAlwaysThere: true), ActionCase(action))
    }

    /// This reducer, run on a part of a larger state, for actions from which a closure extracts one of its own.
    ///
    /// Without `embed`, actions that an effect of this reducer sends are dropped with a diagnostic.
    ///
    /// - Parameters:
    ///   - state: The property that is this reducer's state; `\.self` for all of it.
    ///   - extract: Returns the reducer's own action, or `nil` if there is none.
    ///   - embed: Converts an action that this reducer's effects send to one of the larger kind.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The reducer of the whole.
    public func pullback<WholeState, WholeAction>(
        state: WritableKeyPath<WholeState, State>,
        extract: @escaping (WholeAction) -> Action?,
        embed: ((Action) -> WholeAction)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Scope<WholeState, WholeAction> {
        let site = SourceSite(fileID: fileID, line: line)
        let action = ActionCase(extract: extract) { ownAction in
            if embed == nil { reportNotEmbedded(ownAction, site: site) }
            return embed?(ownAction)
        }
        return Scope(self, at: ChildPlace(Lens(state), isAlwaysThere: true), action)
    }
}

/// Reports an effect's action that cannot be embedded in one of the store.
func reportNotEmbedded<Action>(_ action: Action, site: SourceSite) {
    DiagnosticReporter.current.report(
        Diagnostic(
            .actionNotEmbedded,
            message: "An effect sent an action that cannot be embedded in one of its parent; it was dropped.",
            remedy: "Give `pullback` a closure `embed:`, or a case path instead of the closure.",
            action: String(reflecting: action),
            site: site
        )
    )
}

/// Combines reducers of the same state and action, in the order given, as a builder does.
///
/// Modifiers such as `filter` then apply to all of them. Law: combining is associative. Each reducer costs one call
/// more than in a builder.
///
/// ```swift
/// combine(Settings(), Logging()).filter { state in state.isUnlocked }
/// ```
///
/// - Parameter reducers: Each sees the state that the one before it left.
/// - Returns: All of them, as one reducer.
public func combine<State, Action>(
    _ reducers: any Reducer<State, Action>...
) -> AnyReducer<State, Action> {
    AnyReducer(all: reducers.map { AnyReducer(composing: $0) })
}

/// Combines the reducers of a builder, which run one after the other.
///
/// ```swift
/// combine {
///     Settings()
///     if isLogged { Logging() }
/// }
/// .filter { state in state.isUnlocked }
/// ```
///
/// - Parameter reducers: The reducers, as in a `body`.
/// - Returns: The reducers, as one.
public func combine<State, Action>(
    @ReducerBuilder<State, Action> _ reducers: () -> AnyReducer<State, Action>
) -> AnyReducer<State, Action> {
    reducers()
}

extension AnyReducer {
    /// Any number of reducers, one after the other.
    init(all reducers: [AnyReducer]) {
        self.init(parts: reducers) { context in
            let all = reducers.map { $0.resolve(in: context) }
            return ResolvedReducer(steps: all.flatMap(\.steps), watches: all.flatMap(\.watches))
        }
    }
}

extension Reducer {
    /// Sets a value to `nil` when an action of a case arrives, before this reducer sees the action.
    ///
    /// Use it for state that an answer dismisses, such as an `AlertState`:
    /// ```swift
    /// Reduce { state, action in … }
    ///     .clear(\.alert, on: \.alert)
    /// ```
    /// Because the value is cleared first, this reducer may set another one. If there is no value, nothing changes.
    ///
    /// Each action costs one check of its case.
    ///
    /// - Parameters:
    ///   - state: The value.
    ///   - action: The case.
    /// - Returns: Both, as one reducer.
    public func clear<Value, Payload>(
        _ state: WritableKeyPath<State, Value?>,
        on action: CaseKeyPath<Action, Payload>
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let (path, lens) = (CasePath(action), Lens<State, Value?>(state))
        let clearing = Update<State, Action> { state, action in
            guard path.extract(from: action) != nil else { return }
            // A property with observers is not set for nothing.
            if lens.contains(in: state, { $0 != nil }) { lens.modify(&state) { $0 = nil } }
        }
        return AnyReducer(all: [AnyReducer(composing: clearing), AnyReducer(composing: self)])
    }
}

extension Reducer {
    /// Overrides a dependency for this reducer and its children.
    ///
    /// Effects that it returns read that value, too. If several override the same dependency, the innermost applies. An action
    /// costs about a tenth of a microsecond more, to pass the values to the reducers.
    ///
    /// - Parameters:
    ///   - keyPath: The dependency.
    ///   - value: Its value here.
    /// - Returns: The reducer with that dependency.
    public func dependency<Value>(
        _ keyPath: WritableKeyPath<Dependencies, Value>,
        _ value: Value
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            var context = context
            context.dependencies = context.dependencies.overriding { $0[keyPath: keyPath] = value }
            return context.binding(resolve(in: context))
        }
    }
}

extension Reducer {
    /// Runs a closure in place of this reducer.
    ///
    /// The closure may call the reducer, for example to log, to check, or to change the order.
    ///
    /// ```swift
    /// News().wrapped { state, action, reduce in
    ///     let before = state.articles.count
    ///     let effect = reduce(&state, action)
    ///     print("\(action): \(before) → \(state.articles.count)")
    ///     return effect
    /// }
    /// ```
    /// If the closure does not call `reduce`, the action is held back. If it calls `reduce` several times, the reducer runs as
    /// often, each time on the state that the previous call left. Merge the effects of all calls; an effect that is not returned
    /// never begins.
    ///
    /// An `onChange` or a feedback inside of the reducer follows the state. So it reacts to the closure's own changes, even if the
    /// closure does not call `reduce`; use `filter` to gate it. An action passed to `reduce` counts as sent by the sender of the
    /// current action: if an earlier state of a child sent that, the child's successor receives neither (law 8).
    ///
    /// An action costs one more call.
    ///
    /// - Parameter body: Handles an action: changes the state in place, and returns the effect. `reduce` is this reducer, with the
    ///   dependencies of its place; it is valid until the closure returns.
    /// - Returns: The wrapped reducer.
    public func wrapped(
        _ body:
            @escaping (
                _ state: inout State, _ action: Action, _ reduce: ReducerFunction<State, Action>
            ) -> Effect<Action>
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let inner = resolve(in: context)
            let function = inner.function
            return ResolvedReducer(watches: inner.watches) { state, action in
                body(&state, action, function.call)
            }
        }
    }
}

/// A reducer that does nothing: the neutral element of composing.
public struct EmptyReducer<State, Action>: PrimitiveReducer {
    /// A reducer that does nothing.
    public init() {}

    /// Changes nothing; no effect follows.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

    /// No step.
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        ResolvedReducer()
    }
}

/// Runs a child on a property of the parent's state, for the actions in one case of the parent's.
///
/// ```swift
/// Scope(state: \.settings, action: \.settings) { Settings() }
/// ```
/// The child's state is changed in place in the parent's: a stored property costs an addition, a computed one its `get` and `set`,
/// or its `_modify`. Several features can so share parts of one state. If the child's state is `Identifiable`, a state with another
/// `id` is another child, and the effects of the former are cancelled (law 8).
public struct Scope<State, Action>: PrimitiveReducer {
    @usableFromInline let base: AnyReducer<State, Action>

    @inlinable
    init<Child: Reducer>(
        _ child: Child,
        at place: ChildPlace<State, OnlyChild, Child.State>,
        _ action: ActionCase<Action, OnlyChild, Child.Action>
    ) {
        base = AnyReducer(child, at: place, action, SourceSite(fileID: #fileID, line: #line))
    }

    /// Runs a child for the actions in a case of the parent's, named by a key path.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        state: WritableKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where Action: CasePathable {
        self.init(child(), at: ChildPlace(Lens(state), isAlwaysThere: true), ActionCase(action))
    }

    /// Runs a child that takes the parent's own actions.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, Child: Reducer<ChildState, Action>>(
        state: WritableKeyPath<State, ChildState>,
        @ReducerBuilder<ChildState, Action> child: () -> Child
    ) {
        self.init(child(), at: ChildPlace(Lens(state), isAlwaysThere: true), .own)
    }

    /// Runs a child on a part of the state that a closure reaches, such as a computed property with `_modify`.
    ///
    /// Key paths do not use `_modify`: a computed property that joins parts of the state is changed in place
    /// only in this way.
    /// ```swift
    /// Scope(modify: { state, change in change(&state.joined) }, action: \.joined) { Joined() }
    /// ```
    ///
    /// - Parameters:
    ///   - modify: Calls its second argument once, with the child's state.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        modify: @escaping (inout State, (inout ChildState) -> Void) -> Void,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where Action: CasePathable {
        self.init(child(), at: ChildPlace(Lens(modify: modify), isAlwaysThere: true), ActionCase(action))
    }

    /// Runs the child, if the action is for it.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        base.reduce(into: &state, action: action)
    }

    /// The child, as a step of the parent.
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        base.resolve(in: context)
    }
}
