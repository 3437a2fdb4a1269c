// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// Runs another feature on a part of the state, after the store's own reducers, until its token is dropped.
    ///
    /// ```swift
    /// let mount = store.mount(News(), state: \.news, action: \.news)
    /// ```
    /// So an app takes up a feature while it runs, which its reducer does not know. Mounted features run in the order
    /// in which they were mounted; each has this store's dependencies, and its effects end with its token. What looks
    /// at changes, an `onChange` or a feedback, looks when all of them have run. An action costs one call more for
    /// each feature that it is for, or that cannot be told by the case of the action: a feature with an `onChange` or a
    /// feedback, and one that is mounted on a scope.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - state: The property that is its state, stored or with `get` and `set`.
    ///   - action: The case that holds its actions.
    ///   - name: What a log calls it. On a store that a journal keeps, nothing is mounted without a name.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps it mounted.
    @inlinable
    public func mount<R: Reducer>(
        _ reducer: @autoclosure @escaping () -> R,
        state: WritableKeyPath<State, R.State>,
        action: CaseKeyPath<Action, R.Action>,
        named name: String? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Action: CasePathable {
        mount({ Scope(state: state, action: action) { reducer() } }, named: name, fileID: fileID, line: line)
    }

    /// Runs another feature on an optional part of the state, while there is one, until its token is dropped.
    ///
    /// An action for an absent part changes nothing and is a diagnostic (law 7); the feature's effects end when its
    /// state goes away (law 8).
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - state: The property that is its state, or `nil`.
    ///   - action: The case that holds its actions.
    ///   - name: What a log calls it. On a store that a journal keeps, nothing is mounted without a name.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps it mounted.
    @inlinable
    public func mount<R: Reducer>(
        _ reducer: @autoclosure @escaping () -> R,
        state: WritableKeyPath<State, R.State?>,
        action: CaseKeyPath<Action, R.Action>,
        named name: String? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Action: CasePathable {
        mount(
            {
                EmptyReducer<State, Action>()
                    .ifLet(state, action: action, child: { reducer() }, fileID: fileID, line: line)
            },
            named: name,
            fileID: fileID,
            line: line
        )
    }

    /// Runs another feature on one case of an enum in the state, until its token is dropped.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - path: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds its actions.
    ///   - name: What a log calls it. On a store that a journal keeps, nothing is mounted without a name.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps it mounted.
    @inlinable
    public func mount<R: Reducer>(
        _ reducer: @autoclosure @escaping () -> R,
        case path: StateCaseKeyPath<State, R.State>,
        action: CaseKeyPath<Action, R.Action>,
        named name: String? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Action: CasePathable {
        mount(
            {
                EmptyReducer<State, Action>()
                    .ifCaseLet(path, action: action, child: { reducer() }, fileID: fileID, line: line)
            },
            named: name,
            fileID: fileID,
            line: line
        )
    }

    /// Runs another feature on every row of a collection in the state, until its token is dropped.
    ///
    /// - Parameters:
    ///   - reducer: The feature of a row; made and resolved once, here.
    ///   - state: The property that holds the rows.
    ///   - action: The case that holds the rows' actions.
    ///   - name: What a log calls it. On a store that a journal keeps, nothing is mounted without a name.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps it mounted.
    @inlinable
    public func mount<ID: Hashable & SendableMetatype, R: Reducer>(
        _ reducer: @autoclosure @escaping () -> R,
        state: WritableKeyPath<State, IdentifiedArray<ID, R.State>>,
        action: CaseKeyPath<Action, IdentifiedAction<ID, R.Action>>,
        named name: String? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Action: CasePathable {
        mount(
            {
                EmptyReducer<State, Action>()
                    .forEach(state, action: action, child: { reducer() }, fileID: fileID, line: line)
            },
            named: name,
            fileID: fileID,
            line: line
        )
    }

    /// Runs other reducers on the whole state, after the store's own, until their token is dropped.
    ///
    /// On a scope they run on the scope's state, for the scope's actions, after the reducers of the whole store: as if
    /// they had been mounted there on this part. A scope that is no place in the state (made by a closure, with a
    /// default, of a property that can only be read, or of a mirror) has nothing that they could change: that is a
    /// diagnostic, and they do not run.
    ///
    /// Feedbacks among them begin at once, for what the state already asks for.
    ///
    /// - Parameters:
    ///   - reducer: The reducers; made and resolved once, here.
    ///   - name: What a log calls it. On a store that a journal keeps, nothing is mounted without a name.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The token that keeps them mounted.
    @inlinable
    public func mount<R: Reducer<State, Action>>(
        @ReducerBuilder<State, Action> _ reducer: @escaping () -> R,
        named name: String? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        mount(AnyReducer(making: reducer), named: name, at: SourceSite(fileID: fileID, line: line))
    }

    @usableFromInline
    func mount(_ reducer: AnyReducer<State, Action>, named name: String?, at site: SourceSite)
        -> ObservationToken
    {
        part.mount(reducer, named: name, at: site)
    }
}
