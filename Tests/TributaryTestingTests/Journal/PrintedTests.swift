// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryForms
import TributaryTesting

// Printed by `testSource`; SessionTests.swift compares it with the output.
// swift-format-ignore
@Suite("A test that was printed", .timeLimit(.minutes(30)))
struct PrintedTests {
    @Test @MainActor func `till, entries 1 to 6`() async throws {
        let state = try decoded(#"{"cents":0,"lines":{},"mode":{"open":{}},"rate":0.5,"receipts":[]}"#, as: Till.State.self)
        let store = TestStore(initialState: state) {
            Till()
        }
        await store.send(.came(try decoded(#"{"card":"•••","name":"Ada"}"#))) {
            $0.customer = try decoded(#"{"card":"•••","name":"Ada"}"#)
        }
        await store.send(.sold(item: "tea", cents: 250)) {
            $0.cents = 250
            $0.lines = ["tea": 1]
        }
        await store.send(.pay) {
            $0.mode = .paying(cents: 250)
        }
        await store.receive(.sold(item: "bag \"large\"", cents: 10)) {
            $0.cents = 260
            $0.lines = ["bag \"large\"": 1, "tea": 1]
        }
        await store.receive(.paid(receipt: "r-1")) {
            $0.mode = .open
            $0.receipts = ["r-1"]
        }
        await store.send(.left) {
            $0.cents = 0
            $0.rate = 0.25
            $0.customer = nil
            $0.lines = [:]
            $0.receipts = []
        }
        await store.finish()
    }

    @Test @MainActor func `drawing, entries 1 to 9`() async throws {
        let state = try decoded(#"{"cells":[{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}},{"empty":{}}],"circles":[],"color":"red","mark":{"number":{"_0":1}},"title":""}"#, as: Drawer.State.self)
        let store = TestStore(initialState: state) {
            Drawer()
        }
        await store.send(.change(StateChange(\.title, from: "", to: "Say \"hi\""))) {
            $0.title = "Say \"hi\""
        }
        await store.send(
            .change(
                StateChange(\.color, from: try decoded(#""red""#), to: try decoded(#""green""#))
            )
        ) {
            $0.color = try decoded(#""green""#)
        }
        await store.send(.change(StateChange(\.selection, from: nil, to: 3))) {
            $0.selection = 3
        }
        await store.send(.add(try decoded(#"{"id":1,"radius":1}"#))) {
            $0.adjusting = try decoded(#"{"id":1,"radius":1}"#)
            $0.circles = [try decoded(#"{"id":1,"radius":1}"#)]
        }
        await store.send(.resize(0, to: 2.5)) {
            $0.adjusting?.radius = 2.5
            $0.circles = [try decoded(#"{"id":1,"radius":2.5}"#)]
        }
        await store.send(.write(.number(2.0), at: 7)) {
            $0.mark = .number(2.0)
            $0.cells[7] = .number(2.0)
        }
        await store.send(.write(.empty, at: 7)) {
            $0.mark = .empty
            $0.cells[7] = .empty
        }
        await store.send(.change(StateChange(\.selection, from: 3, to: nil))) {
            $0.selection = nil
        }
        await store.send(.clear) {
            $0.title = ""
            $0.color = try decoded(#""red""#)
            $0.mark = .number(1.0)
            $0.adjusting = nil
            $0.circles = []
        }
        await store.finish()
    }
}
