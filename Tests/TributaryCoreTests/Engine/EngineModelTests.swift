// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryTestSupport

/// Random trees of every modifier in every container, with random actions, observers, scopes, mounts and effects,
/// against a naive model that copies the state and compares everything.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EngineModelTests {}

extension EngineModelTests {
    /// How many scenarios are made up, and from which seed on: `Scripts/explore.sh engine` sets other ones.
    private static let count = number("TRIBUTARY_ENGINE_SCENARIOS") ?? amount(150, inDebug: 75)
    private static let first = number("TRIBUTARY_ENGINE_SEED") ?? 1
    private static let steps = number("TRIBUTARY_ENGINE_STEPS") ?? 40

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test func `the engine behaves like its naive model`() {
        var failures = 0
        for seed in Self.first..<Self.first + Self.count {
            let (scenario, difference) = EngineComparison.explore(seed: UInt64(seed), steps: Self.steps)
            guard let difference else { continue }
            var shrinker = EngineShrinker(scenario, difference)
            shrinker.shrink()
            Issue.record("\(shrinker.report)")
            failures += 1
            if failures == 8 { return }
        }
    }

    /// A child's effect sends, and the child goes in the same turn.
    ///
    /// The code of the parent that makes a state for each action of the child runs, and the child's reducer does not.
    @Test func `a state is made for an action that a child sent before it went`() {
        let (_, difference) = EngineComparison.explore(seed: 27_210_304, steps: 40)
        #expect(difference == nil)
    }
}
