// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 7: actions for an absent child, and scopes whose state is removed.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MissingStateLawTests {
    private let recorder = DiagnosticRecorder()
}

extension MissingStateLawTests {
    private func dashboard() -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test(arguments: [
        Dashboard.Action.sheet(.increment), .screen(.add(2)), .rows(.element(id: 7, action: .increment)),
    ])
    func `law 7: an action for a part that is absent changes nothing and is one diagnostic`(
        action: Dashboard.Action
    ) {
        let store = dashboard()
        let before = store.state
        store.send(action)
        #expect(store.state == before)
        #expect(recorder.identifiers == [.absentChild])
        #expect(recorder.diagnostics.first?.action?.isEmpty == false)
        #expect(recorder.diagnostics.first?.site?.fileID == "TributaryTestSupport/Dashboard.swift")
    }

    @Test func `law 7: present children take their actions, and nothing is complained about`() {
        let store = dashboard()
        store.send(contentsOf: [.openSheet, .openScreen, .appendRow(id: 7), .appendRow(id: 8)])
        store.send(contentsOf: [
            .sheet(.increment), .screen(.add(2)), .rows(.element(id: 8, action: .add(3))),
        ])
        #expect(store.sheet?.count == 1)
        #expect(store.screen == .detail(Counter.State(count: 2)))
        #expect(store.rows.map(\.counter.count) == [0, 3])
        #expect(recorder.identifiers.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 7: an action for an absent child is reported by every kind of store`(
        kind: StoreKind
    ) async {
        let store = await kind.diary(reporter: recorder.reporter)
        await store.send(.sheet(.increment))
        #expect(await store.state == Diary.State())
        #expect(recorder.identifiers == [.absentChild])
        #expect(recorder.diagnostics.first?.action?.contains("increment") == true)
        await store.send(contentsOf: [.openSheet, .sheet(.increment)])
        #expect(await store.state.sheet?.count == 1)
        #expect(recorder.identifiers.count == 1)
    }

    @Test func `observers of a scope pause while its state is absent, and resume when it returns`() {
        let store = dashboard()
        store.send(contentsOf: [.openSheet, .openScreen, .appendRow(id: 1)])
        var heard: [String] = []
        var tokens: [ObservationToken] = []
        let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        let detail: StoreOf<Counter>? = store.scope(case: \.screen.detail, action: \.screen)
        if let sheet { tokens.append(sheet.observe(\.count) { heard.append("sheet \($0)") }) }
        if let detail { tokens.append(detail.observe(\.count) { heard.append("detail \($0)") }) }
        tokens.append(
            store.scope(state: \.rows, action: \.rows)[0].observe(\.counter.count) {
                heard.append("row \($0)")
            }
        )
        heard = []
        store.send(contentsOf: [.closeSheet, .closeScreen, .removeRow(id: 1)])
        store.send(.counter(.increment))
        #expect(heard.isEmpty)
        store.send(contentsOf: [.openSheet, .openScreen, .appendRow(id: 1)])
        #expect(heard.isEmpty, "They are what they were when they were heard of last")
        store.send(contentsOf: [
            .sheet(.increment), .screen(.add(2)), .rows(.element(id: 1, action: .add(3))),
        ])
        #expect(heard == ["sheet 1", "detail 2", "row 3"])
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime((tokens, sheet, detail)) {}
    }

    @Test func `law 7: sending through a scope without state is one diagnostic for each action`() {
        let store = dashboard()
        store.send(contentsOf: [.openSheet, .openScreen, .appendRow(id: 1)])
        let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        let detail: StoreOf<Counter>? = store.scope(case: \.screen.detail, action: \.screen)
        let row = store.scope(state: \.rows, action: \.rows)[0]
        var heard = 0
        let tokens = [sheet?.onAction { _ in heard += 1 }, row.onAction { _ in heard += 1 }]
        store.send(contentsOf: [.closeSheet, .closeScreen, .removeRow(id: 1)])
        let before = store.state
        sheet?.send(.increment)
        detail?.send(contentsOf: [.increment, .add(2)])
        row.send(.increment)
        #expect(recorder.identifiers == [.absentChild, .absentChild, .absentChild, .absentChild])
        #expect(store.state == before)
        #expect(heard == 0, "There is no state to hear of")
        withExtendedLifetime(tokens) {}
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test func `reading a scope without state stops with a diagnostic`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = Store(initialState: Dashboard.State()) { Dashboard() }
                store.send(.openSheet)
                let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
                store.send(.closeSheet)
                _ = sheet?.state
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-007") == true)
    }

    @Test func `reading the store of a removed row stops with a diagnostic`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = Store(initialState: Dashboard.State()) { Dashboard() }
                store.send(.appendRow(id: 1))
                let row = store.scope(state: \.rows, action: \.rows)[0]
                store.send(.removeRow(id: 1))
                _ = row.counter
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-007") == true)
    }

    @Test func `observing the store of a case that the enum has left stops with a diagnostic`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let store = Store(initialState: Dashboard.State()) { Dashboard() }
                store.send(.openScreen)
                let detail: StoreOf<Counter>? = store.scope(case: \.screen.detail, action: \.screen)
                store.send(.closeScreen)
                _ = detail?.observe(\.count) { _ in }
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-007") == true)
    }
    #endif

    @Test func `a scope of a child that is absent is nil`() {
        let store = dashboard()
        let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        #expect(sheet == nil)
        let screen: StoreOf<Counter>? = store.scope(case: \.screen.detail, action: \.screen)
        #expect(screen == nil)
    }
}
