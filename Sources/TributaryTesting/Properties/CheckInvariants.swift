// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// Sends random actions to a feature, and fails with the shortest sequence after which an invariant does not hold.
///
/// ```swift
/// await checkInvariants(
///     Invariant("a cart never holds less than nothing") { $0.items.allSatisfy { $0.count >= 0 } },
///     initialState: Cart.State(),
///     actions: .anyOf(.case(\.add, in: -5...5), .case(\.clear))
/// ) {
///     Cart()
/// }
/// ```
/// Invariants are checked after every action, including those that effects and reducers send. Effects run as in a
/// `TestStore`, in a random order, and may or may not come to rest before the next action is sent. A diagnostic of
/// the library counts as a failure, too. If random actions cause diagnostics rightly, such as that a child is absent,
/// set the `diagnosticReporter` to `silent`.
///
/// A run is the same for the same seed, as long as effects do nothing outside of the test.
///
/// - Parameters:
///   - invariants: The invariants to check.
///   - initialState: Makes the state before the first action, once per run.
///   - actions: Makes the actions.
///   - count: How many actions are sent in a run.
///   - runs: How many runs there are.
///   - seed: The seed of the actions, as a failure printed it; by default another one each time.
///   - reducer: Makes the reducer, once per run.
///   - configure: Sets dependencies for the reducer and its effects.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
public nonisolated(nonsending) func checkInvariants<State, Action, R: Reducer<State, Action>>(
    _ invariants: Invariant<State, Action>...,
    initialState: @autoclosure @escaping () -> State,
    actions: ActionGenerator<Action>,
    count: Int = 50,
    runs: Int = 100,
    seed: UInt64? = nil,
    @ReducerBuilder<State, Action> reducer: @escaping () -> R,
    dependencies configure: @escaping (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let seed = seed ?? UInt64.random(in: .min ... .max)
    let check = InvariantCheck(invariants: invariants, site: site) { order in
        TestStore(
            order: order,
            comparison: .nothing,
            initialState: { _ in initialState() },
            reducer: reducer,
            dependencies: configure,
            site: site
        )
    }
    var source = SeededGenerator(seed: seed)
    for number in 1...max(runs, 1) {
        let orderSeed = source.next()
        let steps = (0..<count).map { _ in
            InvariantCheck<State, Action>.Step(
                action: actions(&source),
                isFollowedByRest: Bool.random(using: &source)
            )
        }
        guard let violation = await check.run(steps, orderSeed: orderSeed) else { continue }
        let shortest = await check.shrink(violation, orderSeed: orderSeed)
        return check.report(shortest, "run \(number) of \(runs), of \(steps.count) actions, seed \(seed)")
    }
}
