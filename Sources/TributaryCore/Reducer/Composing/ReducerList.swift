// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Any number of reducers of one type, run in order, as a `for` in a body makes them.
public struct ReducerList<Element: Reducer>: Reducer {
    @usableFromInline let reducers: [Element]

    /// Makes a reducer from a list.
    @inlinable
    public init(_ reducers: [Element]) { self.reducers = reducers }

    /// Runs all of them.
    @inlinable
    public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
        var effect = Effect<Element.Action>.none
        for reducer in reducers {
            effect = effect.merge(with: reducer.reduce(into: &state, action: action))
        }
        return effect
    }

    /// All of them, as one function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Element.State, Element.Action> {
        let functions = reducers.map { $0.resolve(in: context) }
        return { state, action in
            var effect = Effect<Element.Action>.none
            for function in functions { effect = effect.merge(with: function(&state, action)) }
            return effect
        }
    }
}
