// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("Each flow", .timeLimit(.minutes(30)))
struct FlowTests {
    @Test("ends as it should, in every order", arguments: Flow.allCases)
    func flows(flow: Flow) async {
        let exploration = await explore(limit: 400, seed: 16) { try await flow.run() }
        #expect(exploration.failures.isEmpty)
        #expect(exploration.count >= 1)
    }

    @Test("finds each bug that is planted", arguments: PlantedBug.allCases)
    func bugs(bug: PlantedBug) async {
        await withKnownIssue {
            await explore(limit: 400, seed: 16) { try await bug.flow.run(bug) }
        }
    }
}
