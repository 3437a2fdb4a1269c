// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// Takes the given steps of a feature with real tasks, in exactly this order, and fails if a property does not hold on the way.
///
/// A counterexample of `check` prints this call, with ``Counterexample/replaySource(reducer:dependencies:)``. It fails as well if a
/// step is not possible, or if the library reports a diagnostic.
///
/// - Parameters:
///   - reducer: Makes the reducer.
///   - initialState: Makes the state before the first step.
///   - world: The world outside at the beginning.
///   - steps: The steps.
///   - properties: The properties to verify. `eventually` and `leadsTo` have to hold at the end; `sometimes` is not judged by one order.
///   - configure: Sets dependencies for the reducer and its effects, which send questions to the world.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The failures.
@discardableResult
public nonisolated(nonsending) func explore<R: Reducer, WorldValue: Hashable & Sendable>(
    _ reducer: @autoclosure @escaping () -> R,
    initialState: @autoclosure @escaping () -> R.State,
    world: WorldValue,
    replaying steps: [ReplayStep<R.Action>],
    properties: [Property<R.State, WorldValue>],
    dependencies configure: @escaping (inout Dependencies, World<WorldValue>) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async -> Exploration where R.State: Hashable, R.Action: Hashable {
    let feature = CheckedFeature(
        initialState: initialState,
        world: world,
        reducer: { AnyReducer(reducer()) },
        dependencies: configure,
        actions: { _ in [] },
        properties: properties,
        limits: CheckLimits(),
        identify: nil
    )
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var exploration = Exploration()
    exploration.count = 1
    exploration.failures = await StepReplay(feature, site: site).run(steps)
    for failure in exploration.failures { site.fail(failure) }
    return exploration
}

/// Takes the given steps of a feature with real tasks, in exactly this order, and fails if a property does not hold on the way.
///
/// It is the `explore(replaying:)` with a world, for a feature whose answers change nothing outside of it.
///
/// - Parameters:
///   - reducer: Makes the reducer.
///   - initialState: Makes the state before the first step.
///   - steps: The steps.
///   - properties: The properties to verify. `eventually` and `leadsTo` have to hold at the end; `sometimes` is not judged by one order.
///   - configure: Sets dependencies for the reducer and its effects.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
/// - Returns: The failures.
@discardableResult
public nonisolated(nonsending) func explore<R: Reducer>(
    _ reducer: @autoclosure @escaping () -> R,
    initialState: @autoclosure @escaping () -> R.State,
    replaying steps: [ReplayStep<R.Action>],
    properties: [Property<R.State, NoWorld>],
    dependencies configure: @escaping (inout Dependencies) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) async -> Exploration where R.State: Hashable, R.Action: Hashable {
    await explore(
        reducer(),
        initialState: initialState(),
        world: NoWorld(),
        replaying: steps,
        properties: properties,
        dependencies: { dependencies, _ in configure(&dependencies) },
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
    )
}

/// One run of given steps, which judges the properties.
private final class StepReplay<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    private let real: RealRun<State, Action, WorldValue>
    private let properties: [Property<State, WorldValue>]

    /// For each property, by its position, since which step its result is missing.
    private var lacking: [Int?]
    private var violated: Set<Int> = []
    private var failures: [String] = []

    init(_ feature: CheckedFeature<State, Action, WorldValue>, site: CallSite) {
        real = RealRun(feature, site: site)
        properties = feature.properties
        lacking = Array(repeating: nil, count: properties.count)
    }

    /// Takes the steps.
    ///
    /// - Returns: The failures, in words.
    nonisolated(nonsending) func run(_ steps: [ReplayStep<Action>]) async -> [String] {
        await real.settle()
        judge(0)
        for (index, step) in steps.enumerated() {
            guard await real.apply(step) else {
                failures.append("Step \(index + 1) is not possible: \(step).")
                return failures
            }
            judge(index + 1)
        }
        for (property, step) in zip(properties, lacking) {
            if let step { failures.append("“\(property.name)” does not hold: nothing follows step \(step).") }
        }
        return failures
    }

    private func judge(_ step: Int) {
        for diagnostic in real.takeDiagnostics() { failures.append("After step \(step): \(diagnostic)") }
        let situation = Situation(
            state: real.machine.state,
            world: real.world.value,
            effectsInFlight: real.scheduler.liveCount
        )
        for (index, property) in properties.enumerated() {
            switch property.kind {
            case .always(let holds):
                guard !holds(situation), violated.insert(index).inserted else { continue }
                failures.append("“\(property.name)” does not hold after step \(step).")
            case .leadsTo(let begins, let ends):
                if begins(situation), lacking[index] == nil { lacking[index] = step }
                if ends(situation) { lacking[index] = nil }
            case .effectsEnd: lacking[index] = situation.effectsInFlight == 0 ? nil : step
            case .sometimes, .noUnhandledAction: continue
            }
        }
    }
}
