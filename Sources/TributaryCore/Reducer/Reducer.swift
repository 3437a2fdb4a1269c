// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feature's logic: it changes the state for each action, and returns an effect.
///
/// A feature names its `State` and `Action`, and composes its `body` from other reducers:
/// ```swift
/// struct Counter: Reducer {
///     struct State { var count = 0 }
///     enum Action { case increment, reset }
///
///     var body: some Reducer<State, Action> {
///         Update { state, action in
///             switch action {
///             case .increment: state.count += 1
///             case .reset: state.count = 0
///             }
///         }
///     }
/// }
/// ```
/// Or it implements `reduce(into:action:)`, with private methods as helpers.
///
/// **Resolved once.** A store reads `body` once, when it is made, and turns the whole tree into one function that is specialized in
/// the feature's own module. So composed reducers cost about as much as a `switch` written by hand. An `if` in a body is therefore
/// evaluated once; for a decision per action, use `filter` or the reducer's closure.
///
/// A reducer need not be `Sendable`, so it may hold objects of an actor, such as the main actor; its conformance has to be
/// nonisolated. Declare a public reducer `Sendable` if its effects capture its dependencies.
public protocol Reducer<State, Action>: SendableMetatype {
    /// The state of the feature.
    associatedtype State

    /// The actions of the feature.
    associatedtype Action

    /// The type of the feature's body, or `Never` if it implements `reduce(into:action:)`.
    ///
    /// A reducer that has both is reported in tests (TRIBUTARY-048): a store runs its body alone.
    associatedtype Body

    /// The reducers that make up this one, run in the order written. Evaluated once per store.
    @ReducerBuilder<State, Action> var body: Body { get }

    /// Changes the state for an action, and returns an effect.
    ///
    /// If the reducer has a `body`, each direct call resolves that body again. To call such a child directly, keep it as
    /// `AnyReducer(Child())`, which resolves it once.
    ///
    /// - Parameters:
    ///   - state: The state, changed in place.
    ///   - action: What happened.
    /// - Returns: The effect; `.none` costs nothing.
    func reduce(into state: inout State, action: Action) -> Effect<Action>
}

/// A reducer as a function.
public typealias ReducerFunction<State, Action> = (inout State, Action) -> Effect<Action>

/// A reducer with the state and the actions of a feature.
///
/// Use it as the result of a function that returns a part of a feature's body: `func sorting() -> some ReducerOf<News>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The actions for rows whose states identify themselves, each row a feature: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: SendableMetatype

extension Reducer where Body == Never {
    /// Unavailable: this reducer implements `reduce(into:action:)`.
    public var body: Body {
        fatalError(
            "\(typeName(Self.self)) has no body: it implements reduce(into:action:), which is what to call."
        )
    }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
    /// Runs the body.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if let checkedReducer, checkedReducer == Self.self { return .cancel(id: libraryOwn) }
        return resolveTree(in: ReducerContext(), runsFeedbacks: false).function.call(&state, action)
    }
}

extension Reducer where Body: Reducer {
    /// Unavailable: the body is for another state or action.
    @available(
        *,
        unavailable,
        message: "The body is for another state or action: write 'some Reducer<State, Action>'."
    )
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        preconditionFailure("It is unavailable.")
    }
}

extension Reducer {
    /// Applies actions one after the other and drops the effects, for tests and to replay a log.
    ///
    /// - Parameters:
    ///   - state: The state, changed in place.
    ///   - actions: What happened, in order.
    public func reduce(into state: inout State, actions: some Sequence<Action>) {
        let function = resolveTree(in: ReducerContext(), runsFeedbacks: false).function
        for action in actions { _ = function.call(&state, action) }
    }
}

/// Composes reducers of one state and action, written one below the other, and run in that order.
///
/// There is no limit to their number. `if`, `switch`, optionals and `for` decide once, when a store resolves
/// the reducer.
@resultBuilder
public enum ReducerBuilder<State, Action> {
    /// A single reducer, unchanged.
    public static func buildExpression<R: Reducer>(_ reducer: R) -> AnyReducer<State, Action>
    where R.State == State, R.Action == Action { AnyReducer(composing: reducer) }

    /// A reducer that may be `nil`, and does nothing then.
    public static func buildExpression<R: Reducer>(_ reducer: R?) -> AnyReducer<State, Action>
    where R.State == State, R.Action == Action {
        guard let reducer else { return AnyReducer(all: []) }
        return AnyReducer(composing: reducer)
    }

    /// The reducers of a block: each sees the state that the ones above it left, and the same action.
    ///
    /// Law: composing is associative, and `EmptyReducer` changes nothing on either side.
    public static func buildBlock(_ reducers: AnyReducer<State, Action>...) -> AnyReducer<State, Action> {
        buildArray(reducers)
    }

    /// The reducers of an `if` without `else`.
    public static func buildOptional(_ reducer: AnyReducer<State, Action>?) -> AnyReducer<State, Action> {
        reducer ?? AnyReducer(all: [])
    }

    /// The first branch of a condition.
    public static func buildEither(first reducer: AnyReducer<State, Action>) -> AnyReducer<State, Action> {
        reducer
    }

    /// The other branch of a condition.
    public static func buildEither(second reducer: AnyReducer<State, Action>) -> AnyReducer<State, Action> {
        reducer
    }

    /// The reducers of a loop.
    public static func buildArray(_ reducers: [AnyReducer<State, Action>]) -> AnyReducer<State, Action> {
        reducers.count == 1 ? reducers[0] : AnyReducer(all: reducers)
    }

    /// The reducers below `if #available`.
    public static func buildLimitedAvailability(
        _ reducer: AnyReducer<State, Action>
    ) -> AnyReducer<State, Action> { reducer }
}

/// A reducer made from a closure that returns an effect.
///
/// If no effect follows from an action, return `.none`; if none follows from any action, use `Update`.
public struct Reduce<State, Action>: PrimitiveReducer {
    @usableFromInline let function: ReducerStep<State, Action>

    /// Makes a reducer from a closure.
    ///
    /// - Parameter reduce: Changes the state by an action, in place, and returns the effect that follows.
    @inlinable
    @inline(__always)
    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        // This is inlined, so that the closure becomes a part of the function that a store calls.
        function = ReducerStep { state, action in reduce(&state, action) }
    }

    /// Calls the closure.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        function.call(&state, action)
    }

    /// The closure itself.
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        ResolvedReducer(function.call)
    }
}

/// A reducer made from a closure that only changes the state: no `return .none`.
public struct Update<State, Action>: PrimitiveReducer {
    @usableFromInline let function: ReducerStep<State, Action>

    /// Makes a reducer from a closure.
    ///
    /// - Parameter update: Changes the state by an action, in place.
    @inlinable
    @inline(__always)
    public init(_ update: @escaping (_ state: inout State, _ action: Action) -> Void) {
        // This is inlined, so that the closure becomes a part of the function that a store calls.
        function = ReducerStep { state, action in
            update(&state, action)
            return .none
        }
    }

    /// Unavailable: an `Update` has no effects.
    @available(
        *,
        unavailable,
        message: "An Update has no effects: use Reduce, and return .none where nothing follows."
    )
    @_disfavoredOverload
    public init(_ update: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        preconditionFailure("It is unavailable.")
    }

    /// Calls the closure; no effect follows.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        function.call(&state, action)
    }

    /// The closure, as a function that returns no effect.
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        ResolvedReducer(function.call)
    }
}

/// The reducer whose function is called to find out whether it is the library's own.
@TaskLocal private var checkedReducer: Any.Type?

/// Identifies the effect with which the library's own function answers that call.
private let libraryOwn = ChangeStamp.unique()

extension Reducer {
    /// In tests, a check at the first action that a reducer does not have both a body and a function, of which no store would run
    /// the latter; otherwise no step.
    ///
    /// The compiler accepts both. So the function is called once, with a copy of the state.
    func checked(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        guard context.dependencies.isTesting else { return ResolvedReducer() }
        let reporter = context.dependencies.diagnosticReporter
        var isChecked = false
        return ResolvedReducer { state, action in
            guard !isChecked else { return .none }
            isChecked = true
            var state = state
            let answer = $checkedReducer.withValue(Self.self) { reduce(into: &state, action: action) }
            if case .cancel(AnyHashable(libraryOwn))? = answer.operation?.kind { return .none }
            reporter.report(
                Diagnostic(
                    .bodyAndFunction,
                    message: """
                        \(typeName(Self.self)) has both a body and reduce(into:action:). A store runs the body, and never the \
                        function.
                        """,
                    remedy:
                        "Move the function's code into the body, as an `Update` or a `Reduce`, or remove the body.",
                    action: String(reflecting: action)
                )
            )
            return .none
        }
    }
}
