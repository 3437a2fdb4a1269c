// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
public import TributaryCore

/// Reduces recorded actions again, and fails if a state differs from the recorded one.
///
/// ```swift
/// let log = await store.actions.reduce(into: []) { $0.append($1) }
/// replay(log, initialState: App.State()) { App() }
/// ```
/// A log has every action, including those of effects and reducers, so no effect runs.
///
/// - Parameters:
///   - records: The log.
///   - initialState: The state before the first action.
///   - reducer: The reducer; made and resolved once.
///   - configure: Sets dependencies for the reducer.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
public func replay<State, Action, R: Reducer<State, Action>>(
    _ records: some Sequence<ActionRecord<State, Action>>,
    initialState: State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    dependencies configure: (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) where State: Equatable {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let reduce = resolve(reducer, configure, site)
    var state = initialState
    for (index, record) in records.enumerated() {
        _ = reduce(&state, record.action)
        guard state != record.state else { continue }
        let difference =
            diff(record.state, state, format: .proportional) ?? "The two look the same as text."
        return site.fail(
            """
            The state is another than the one recorded after action \(index + 1): \
            \(String(customDumping: record.action))

            \(difference)

            (Recorded: −, Replayed: +)
            """
        )
    }
}

/// Reduces actions one after the other, without running effects, and returns the state after the last.
///
/// - Parameters:
///   - actions: The actions, including those of effects and reducers.
///   - initialState: The state before the first action.
///   - reducer: The reducer; made and resolved once.
///   - configure: Sets dependencies for the reducer.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The state.
public func replay<State, Action, R: Reducer<State, Action>>(
    _ actions: some Sequence<Action>,
    initialState: State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    dependencies configure: (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> State {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let reduce = resolve(reducer, configure, site)
    var state = initialState
    for action in actions { _ = reduce(&state, action) }
    return state
}

/// The reducer of a replay as a function; a diagnostic of the library fails the test.
private func resolve<State, Action, R: Reducer<State, Action>>(
    _ reducer: () -> R,
    _ configure: (inout Dependencies) -> Void,
    _ site: CallSite
) -> ReducerFunction<State, Action> {
    var dependencies = Dependencies()
    dependencies.isTesting = true
    dependencies.diagnosticReporter = DiagnosticReporter { site.fail("\($0)") }
    configure(&dependencies)
    return R.resolved(dependencies: dependencies, reducer).reduce
}
