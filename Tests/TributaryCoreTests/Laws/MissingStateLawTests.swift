// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// What becomes of a scope whose state goes away, and of whoever reads where there is nothing to read.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MissingStateLawTests {
    private let recorder = DiagnosticRecorder()

    private func dashboard() -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `observers of a scope hear nothing while its state is away, and go on when it is back`() {
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

    @Test func `law 7: sending through a scope whose state is gone is one diagnostic for each action`() {
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

    @Test func `reading the store of a row that is gone stops with a diagnostic`() async {
        await expectStop(
            "TRIBUTARY-007",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let store = Store(initialState: Dashboard.State()) { Dashboard() }
                    store.send(.appendRow(id: 1))
                    let row = store.scope(state: \.rows, action: \.rows)[0]
                    store.send(.removeRow(id: 1))
                    _ = row.counter
                }
            }
        )
    }

    @Test func `observing the store of a case that the enum has left stops with a diagnostic`() async {
        await expectStop(
            "TRIBUTARY-007",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let store = Store(initialState: Dashboard.State()) { Dashboard() }
                    store.send(.openScreen)
                    let detail: StoreOf<Counter>? = store.scope(case: \.screen.detail, action: \.screen)
                    store.send(.closeScreen)
                    _ = detail?.observe(\.count) { _ in }
                }
            }
        )
    }

    @Test func `law 10: reading through a scope inside a reducer stops with the action's name`() async {
        await expectStop(
            "TRIBUTARY-002",
            naming: "the culprit",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    final class Box { var store: Store<Int, String>? }
                    let box = Box()
                    let store = Store(initialState: [0]) {
                        Update { (state: inout [Int], _: String) in state = [box.store?.state ?? 0] }
                    }
                    box.store = store.scope(state: \.count)
                    store.send("the culprit")
                }
            }
        )
    }

    @Test func `law 10: beginning to observe inside a reducer stops with the action's name`() async {
        await expectStop(
            "TRIBUTARY-002",
            naming: "the culprit",
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    final class Box { var store: Store<Int, String>? }
                    let box = Box()
                    let store = Store(initialState: 0) {
                        Update { (_: inout Int, _: String) in
                            MainActor.assumeIsolated { _ = box.store?.observe { _ in } }
                        }
                    }
                    box.store = store
                    store.send("the culprit")
                }
            }
        )
    }

    private func expectStop(_ identifier: String, naming action: String = "", _ result: ExitTest.Result?)
        async
    {
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains(identifier))
        if !action.isEmpty { #expect(output.contains(action)) }
    }
}
