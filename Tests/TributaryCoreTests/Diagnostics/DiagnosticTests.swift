// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct DiagnosticTests {}

extension DiagnosticTests {
    @Test func `an identifier names its page`() {
        #expect(
            Diagnostic.Identifier("TRIBUTARY-042").page
                == "Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-042.md"
        )
    }

    @Test func `a diagnostic names the place, the problem, the action, and the remedy`() {
        let diagnostic = Diagnostic(
            .absentChild,
            message: "It is gone.",
            remedy: "Look for it.",
            action: "Action.find",
            site: SourceSite(fileID: "App/App.swift", line: 12)
        )
        #expect(
            diagnostic.description == """
                App/App.swift:12: TRIBUTARY-001: It is gone.
                  Action: Action.find
                  Remedy: Look for it.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-001.md
                """
        )
    }

    @Test func `diagnostics without a store are sent to the current reporter`() {
        let recorder = DiagnosticRecorder()
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            _ = IdentifiedArray(uniqueElements: [1, 2, 1], id: \.self)
        }
        #expect(recorder.identifiers == [.duplicateIdentifier])
    }

    @Test @MainActor func `a store reports to the reporter that was current when it was made`() {
        let recorder = DiagnosticRecorder()
        let store = DiagnosticReporter.$current.withValue(recorder.reporter) {
            Store(initialState: Dashboard.State()) { Dashboard() }
        }
        store.send(.sheet(.increment))
        #expect(recorder.identifiers == [.absentChild])
    }
}
