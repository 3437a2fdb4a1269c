// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension AnyReducer {
    /// One of several reducers: the one that a function chooses for each action.
    ///
    /// `@ReducerCases` writes it, for an enum of reducers. By hand:
    /// ```swift
    /// AnyReducer(
    ///     oneOf: EmptyReducer().ifCaseLet(\.detail, action: \.detail) { Detail() },
    ///     EmptyReducer().ifCaseLet(\.record, action: \.record) { Record() }
    /// ) { action in
    ///     switch action {
    ///     case .detail: 0
    ///     case .record: 1
    ///     }
    /// }
    /// ```
    /// An action costs a call of the function and of one reducer, however many there are.
    ///
    /// - Parameters:
    ///   - reducers: The reducers.
    ///   - choose: The index of the reducer for an action; with `nil`, none runs.
    @inlinable
    public init(oneOf reducers: AnyReducer..., choose: @escaping (Action) -> Int?) {
        self.init(parts: reducers) { context in
            let functions = reducers.map { $0.resolve(in: context).function }
            return ResolvedReducer { place, action in
                guard let index = choose(action) else { return .none }
                return functions[index].call(place, action)
            }
        }
    }
}
