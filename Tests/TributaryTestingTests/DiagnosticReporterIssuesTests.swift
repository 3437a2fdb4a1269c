// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport
import TributaryTesting

@MainActor
struct DiagnosticReporterIssuesTests {
    @Test func `a complaint fails the test, with its identifier, the action and the remedy`() {
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = .issues
        }
        withKnownIssue {
            store.send(.sheet(.increment))
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("TRIBUTARY-001") && text.contains("increment") && text.contains("Remedy:")
        }
    }

    @Test func `an unimplemented dependency fails the test that reaches it`() {
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
        withKnownIssue {
            store.send(true)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("TRIBUTARY-019") && text.contains("withRandomNumberGenerator")
        }
        #expect(store.state != 0)
    }
}
