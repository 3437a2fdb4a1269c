// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A feature's logic: how its state changes with every action, and which effect follows.
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
/// Or it implements `reduce(into:action:)`, so that its helpers are private methods beside it.
///
/// **Resolved once.** A store asks for `body` once, when it is made, and turns the whole tree into one function that
/// is specialised where the feature is compiled. So composing costs about what a `switch` written by hand costs. It
/// also means that an `if` in a body decides once; decide per action in `filter` or in the reducer's closure.
///
/// A reducer need not be Sendable, so it may hold objects of an actor, such as the main one; its conformance belongs
/// to none. A public reducer whose effects capture its dependencies must be declared `Sendable`.
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

    /// Changes the state by an action, and returns the effect that follows.
    ///
    /// If the reducer has a `body`, each call by hand resolves that body again. To call such a child by hand, keep it
    /// as `AnyReducer(Child())`, which resolves it once.
    ///
    /// - Parameters:
    ///   - state: The state, changed in place.
    ///   - action: What happened.
    /// - Returns: The work that follows; `.none` costs nothing.
    func reduce(into state: inout State, action: Action) -> Effect<Action>

    /// Turns the reducer into what a store runs: the library implements it, for both kinds of reducers, and calls it.
    ///
    /// To run something around a reducer, use `wrapped`.
    ///
    /// - Parameter context: What the tree around the reducer gives it.
    /// - Returns: The reducer in the form in which a store runs it.
    func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action>
}

/// A reducer as a function.
public typealias ReducerFunction<State, Action> = (inout State, Action) -> Effect<Action>

/// A reducer with the state and the actions of a feature.
///
/// It is what a function declares that returns a part of a feature's body: `func sorting() -> some ReducerOf<News>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The actions for rows whose states identify themselves, each row a feature: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: SendableMetatype

/// The actions for a stack whose pages run a reducer: `case path(StackActionOf<Page>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension Reducer where Body == Never {
    /// Unavailable: this reducer implements `reduce(into:action:)`.
    public var body: Body {
        fatalError(
            "\(typeName(Self.self)) has no body: it implements reduce(into:action:), which is what to call."
        )
    }

    /// The reducer itself, as a function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        // A type without size has no dependencies either.
        guard MemoryLayout<Self>.size > 0, context.mustBind(self) else {
            return ResolvedReducer { place, action in
                reduce(into: &place.assumingMemoryBound(to: State.self).pointee, action: action)
            }
        }
        return ResolvedReducer { place, action in
            context.reducing {
                reduce(into: &place.assumingMemoryBound(to: State.self).pointee, action: action)
            }
            .depending(on: context.dependencies)
        }
    }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
    /// Runs the body.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        guard !BodyCheck.isDone(by: Self.self) else { return .none }
        return resolveTree(in: ReducerContext())(&state, action)
    }

    /// The body, as a function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        // A type without size has no dependencies either.
        guard MemoryLayout<Self>.size > 0, context.mustBind(self) else {
            return checked(in: context).then(context.building { body }.resolve(in: context))
        }
        return context.binding(context.dependencies) { context in
            checked(in: context).then(context.building { body }.resolve(in: context))
        }
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

    /// Unavailable: the body is for another state or action.
    @available(
        *,
        unavailable,
        message: "The body is for another state or action: write 'some Reducer<State, Action>'."
    )
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        preconditionFailure("It is unavailable.")
    }
}

extension Reducer {
    /// Applies actions one after the other and drops the effects: for tests and for replaying a log.
    ///
    /// - Parameters:
    ///   - state: The state, changed in place.
    ///   - actions: What happened, in order.
    public func reduce(into state: inout State, actions: some Sequence<Action>) {
        let function = resolveTree(in: ReducerContext())
        for action in actions { _ = function(&state, action) }
    }
}
