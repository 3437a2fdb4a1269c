// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport
import TributaryTesting

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DiagnosticReporterIssuesTests {
    @Test func `a complaint fails the test, with its identifier, the action and the remedy`() async {
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = .issues
        }
        let failed = await failures { store.send(.sheet(.increment)) }
        #expect(
            failed.map { $0.text.replacing(/swift:\d+/, with: "swift:N") } == [
                """
                TributaryTestSupport/Dashboard.swift:N: TRIBUTARY-001: An action for a child was received while there \
                was no state for it: TributaryTestSupport.Counter.State at TributaryTestSupport.Dashboard.State.sheet.
                  Action: TributaryTestSupport.Dashboard.Action.sheet(TributaryTestSupport.Counter.Action.increment)
                  Remedy: Send it only while the child is present. If an effect sent it, return the effect from \
                the child, so that it is cancelled with the child. If the parent's reducer removes the child, run \
                that reducer after the child's.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-001.md
                """
            ]
        )
    }

    @Test func `an unimplemented dependency fails the test that reaches it`() async {
        struct Feature: Reducer {
            @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
            var body: some Reducer<UInt64, Bool> {
                Update { state, _ in state = withRandomNumberGenerator { $0.next() } }
            }
        }
        let store = Store(initialState: UInt64(0)) {
            Feature()
        } dependencies: {
            $0.isTesting = true
            $0.diagnosticReporter = .issues
        }
        let failed = await failures { store.send(true) }
        #expect(
            failed.map { $0.text.replacing(/swift:\d+/, with: "swift:N") } == [
                """
                TributaryTestingTests/DiagnosticReporterIssuesTests.swift:N: TRIBUTARY-019: \
                Dependencies.withRandomNumberGenerator was used, but is not implemented here.
                  Remedy: Set it with the other dependencies of the store or the test.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-019.md
                """
            ]
        )
        #expect(store.state != 0)
    }
}
