// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer that runs only while a condition holds; made by `filter`.
public struct FilterReducer<Base: Reducer>: Reducer {
    @usableFromInline let base: Base
    @usableFromInline let condition: (Base.State) -> Bool

    @inlinable
    init(base: Base, condition: @escaping (Base.State) -> Bool) {
        self.base = base
        self.condition = condition
    }

    /// Runs the reducer, if the condition holds.
    @inlinable
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        condition(state) ? base.reduce(into: &state, action: action) : .none
    }

    /// The filtered reducer, as a function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Base.State, Base.Action> {
        let base = base.resolve(in: context)
        return { [condition] state, action in condition(state) ? base(&state, action) : .none }
    }
}

extension Reducer {
    /// Runs this reducer only for actions that find the state in a certain condition.
    ///
    /// - Parameter condition: Looks at the state before each action.
    /// - Returns: The filtered reducer.
    @inlinable
    public func filter(_ condition: @escaping (State) -> Bool) -> FilterReducer<Self> {
        FilterReducer(base: self, condition: condition)
    }
}
