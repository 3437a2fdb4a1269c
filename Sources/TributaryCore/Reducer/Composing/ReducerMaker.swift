// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer that is made where it is resolved, with the dependencies of its place, and whose type is hidden.
@usableFromInline
struct ReducerMaker<State, Action>: Reducer {
    @usableFromInline let resolveInTree: (ReducerContext) -> ReducerFunction<State, Action>

    @inlinable
    init<R: Reducer<State, Action>>(@ReducerBuilder<State, Action> _ make: @escaping () -> R) {
        resolveInTree = { $0.building(make).resolve(in: $0) }
    }

    @usableFromInline
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        resolveTree(in: ReducerContext())(&state, action)
    }

    @inlinable
    func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> { resolveInTree(context) }
}

extension ReducerMaker {
    /// The reducer on an optional part of a state, while there is one.
    func ifLet<Parent, ParentAction>(
        _ state: WritableKeyPath<Parent, State?>,
        action: ActionScope<ParentAction, Action>,
        at site: SourceSite
    ) -> ReducerMaker<Parent, ParentAction> {
        ReducerMaker<Parent, ParentAction> {
            IfLetReducer(
                parent: EmptyReducer<Parent, ParentAction>(),
                child: self,
                state: state,
                action: action,
                create: nil,
                site: site
            )
        }
    }
}
