// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The names of types and places in complaints.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct NamingTests {}

extension NamingTests {
    private struct Hidden {
        struct Inside {}
    }

    @Test func `a type is named with its module and the types around it`() {
        #expect(typeName(Dashboard.State.self) == "TributaryTestSupport.Dashboard.State")
        #expect(typeName(Hidden.Inside.self) == "TributaryCoreTests.NamingTests.Hidden.Inside")
    }

    @Test func `types of the standard library have their short names`() {
        #expect(typeName([String: Int?].self) == "Dictionary<String, Optional<Int>>")
        #expect(typeName([Hidden].self) == "Array<TributaryCoreTests.NamingTests.Hidden>")
    }

    @Test func `a local type goes by its name and the type that its function is in`() {
        struct Local {}
        #expect(typeName(Local.self) == "TributaryCoreTests.NamingTests.Local")
    }

    @Test func `a property is named after its type`() {
        #expect(
            propertyName(\Dashboard.State.counter.count)
                == "TributaryTestSupport.Dashboard.State.counter.count"
        )
        #expect(propertyName(\Dashboard.State.self) == "TributaryTestSupport.Dashboard.State")
    }

    @Test func `a complaint of a store names its state in full, and the line that closed it`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let line = #line + 1
        store.close()
        store.send(.openSheet)
        store.close()
        store.scope(state: \.counter, action: \.counter).close()
        #expect(
            recorder.diagnostics.map(\.description) == [
                """
                TRIBUTARY-003: An action was sent to the store of TributaryTestSupport.Dashboard.State, which is \
                closed (TributaryCoreTests/NamingTests.swift:\(line)); it was dropped.
                  Action: TributaryTestSupport.Dashboard.Action.openSheet
                  Remedy: Cancel the sender before you close the store.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-003.md
                """,
                """
                TributaryCoreTests/NamingTests.swift:\(line + 2): TRIBUTARY-004: The store of \
                TributaryTestSupport.Dashboard.State was closed before (TributaryCoreTests/NamingTests.swift:\(line)).
                  Remedy: Close a store only in the place that owns it.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-004.md
                """,
                """
                TributaryCoreTests/NamingTests.swift:\(line + 3): TRIBUTARY-012: A scope, of \
                TributaryTestSupport.Counter.State, was closed, which has no effect.
                  Remedy: Close the whole store, in the place that owns it.
                  Page: Sources/TributaryCore/TributaryCore.docc/Diagnostics/tributary-012.md
                """,
            ]
        )
    }

    @Test func `a complaint about an absent child names the child, its place in the state, and the line`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(.sheet(.increment))
        store.send(.screen(.increment))
        store.send(.rows(.element(id: 4, action: .increment)))
        #expect(
            recorder.diagnostics.map(\.message) == [
                """
                An action for a child was received while there was no state for it: \
                TributaryTestSupport.Counter.State at TributaryTestSupport.Dashboard.State.sheet.
                """,
                """
                An action for a child was received while there was no state for it: \
                TributaryTestSupport.Counter.State in a case of TributaryTestSupport.Dashboard.State.
                """,
                """
                An action for a child was received while there was no state for it: \
                TributaryTestSupport.Dashboard.Row.State with the identifier 4 at \
                TributaryTestSupport.Dashboard.State.rows.
                """,
            ]
        )
        #expect(recorder.diagnostics.allSatisfy { $0.site?.fileID == "TributaryTestSupport/Dashboard.swift" })
        #expect(Set(recorder.diagnostics.map(\.site?.line)).count == 3)
    }
}
