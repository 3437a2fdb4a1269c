// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// Visits every situation that a feature can reach, and fails with the shortest way to one that it must not reach.
///
/// ```swift
/// await check(
///     Checkout(),
///     initialState: Checkout.State(),
///     world: Bank(),
///     actions: { $0.isPaid ? [] : [.pay, .cancel] },
///     properties: [
///         .never("charged twice") { $0.world.charges > 1 },
///         .eventually("comes to rest") { !$0.isPaying },
///         .sometimes("can succeed") { $0.isPaid },
///     ]
/// ) { dependencies, bank in
///     dependencies.charge = { amount in
///         try await bank.choose("charge \(amount)", from: [.accepted, .declined]) { answer, bank in
///             if answer == .accepted { bank.charges += 1 }
///         }
///     }
/// }
/// ```
/// The search begins with the initial state. In each situation it tries every action that `actions` offers, every
/// answer of every question that an effect asks with `choose`, and every order in which effects go on. A situation is the
/// state, the world, and the effects in flight; one that was visited is not visited again.
///
/// Real reducers run, and the real operations of effects: each operation runs alone once for each way through its
/// answers, and is a value from then on. The way of a failure, and some random ways, are walked again with real tasks.
///
/// The check controls time: an effect that sleeps on the clock of the dependencies may wake at any moment, in any order.
///
/// - Parameters:
///   - reducer: Makes the reducer.
///   - initialState: Makes the state before the first action.
///   - world: The world outside at the beginning.
///   - actions: The actions that a user could send in a state.
///   - properties: The properties to verify.
///   - limits: How far to search.
///   - identity: The part of a state that identifies it, such as `.part(\.phase)`; by default all of it. States that are equal in this
///     are visited once.
///   - walks: How many random ways are walked with real tasks, to find dependencies that remember something.
///   - configure: Sets dependencies for the reducer and its effects, which send questions to the world.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The result, with counts and counterexamples.
@discardableResult
public nonisolated(nonsending) func check<R: Reducer, WorldValue: Hashable & Sendable>(
    _ reducer: @autoclosure @escaping () -> R,
    initialState: @autoclosure @escaping () -> R.State,
    world: WorldValue,
    actions: @escaping (_ state: R.State) -> [R.Action],
    properties: [Property<R.State, WorldValue>],
    limits: CheckLimits = CheckLimits(),
    identifiedBy identity: CheckIdentity<R.State>? = nil,
    realWalks walks: Int = 20,
    dependencies configure: @escaping (inout Dependencies, World<WorldValue>) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async -> CheckResult<R.State, R.Action, WorldValue> where R.State: Hashable, R.Action: Hashable {
    let feature = CheckedFeature(
        initialState: initialState,
        world: world,
        reducer: { AnyReducer(reducer()) },
        dependencies: configure,
        actions: actions,
        properties: properties,
        limits: limits,
        identify: identity?.identify
    )
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await CheckRun(feature, site: site).run(walks: walks)
}

/// Visits every situation that a feature can reach, and fails with the shortest way to one that it must not reach.
///
/// It is the `check` with a world, for a feature whose answers change nothing outside of it.
///
/// - Parameters:
///   - reducer: Makes the reducer.
///   - initialState: Makes the state before the first action.
///   - actions: The actions that a user could send in a state.
///   - properties: The properties to verify.
///   - limits: How far to search.
///   - identity: The part of a state that identifies it, such as `.part(\.phase)`; by default all of it. States that are equal in this
///     are visited once.
///   - walks: How many random ways are walked with real tasks, to find dependencies that remember something.
///   - configure: Sets dependencies for the reducer and its effects.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The result, with counts and counterexamples.
@discardableResult
public nonisolated(nonsending) func check<R: Reducer>(
    _ reducer: @autoclosure @escaping () -> R,
    initialState: @autoclosure @escaping () -> R.State,
    actions: @escaping (_ state: R.State) -> [R.Action],
    properties: [Property<R.State, NoWorld>],
    limits: CheckLimits = CheckLimits(),
    identifiedBy identity: CheckIdentity<R.State>? = nil,
    realWalks walks: Int = 20,
    dependencies configure: @escaping (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async -> CheckResult<R.State, R.Action, NoWorld> where R.State: Hashable, R.Action: Hashable {
    let feature = CheckedFeature(
        initialState: initialState,
        world: NoWorld(),
        reducer: { AnyReducer(reducer()) },
        dependencies: { dependencies, _ in configure(&dependencies) },
        actions: actions,
        properties: properties,
        limits: limits,
        identify: identity?.identify
    )
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await CheckRun(feature, site: site).run(walks: walks)
}
