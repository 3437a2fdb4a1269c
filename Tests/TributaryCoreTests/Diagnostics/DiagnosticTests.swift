// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

@Suite(.timeLimit(.minutes(30)))
struct DiagnosticTests {
    @Test func `every kind has a number of its own, and the catalog is in their order`() {
        let numbers = Diagnostic.Identifier.all.map(\.number)
        #expect(numbers.first == 1)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
    }

    @Test func `identifiers are printed with three digits at least`() {
        #expect(Diagnostic.Identifier(number: 7).description == "TRIBUTARY-007")
        #expect(Diagnostic.Identifier(number: 1234).description == "TRIBUTARY-1234")
        #expect(
            Diagnostic.Identifier(number: 42).page
                == "Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-042.md"
        )
    }

    @Test func `a complaint says where, what, which action, and what to do`() {
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

    @Test func `what belongs to no store goes to the current reporter`() {
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
