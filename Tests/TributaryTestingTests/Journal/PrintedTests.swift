// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTesting

// Printed by `testSource`, and compared with what it prints in SessionTests.swift.
// swift-format-ignore
@Suite("A test that was printed", .timeLimit(.minutes(1)))
struct PrintedTests {
    @Test @MainActor func `till, entries 1 to 6`() async {
        let store = TestStore(
            initialState: Till.State(
                cents: 0,
                rate: 0.5,
                customer: nil,
                lines: [:],
                mode: .open,
                receipts: []
            )
        ) {
            Till()
        }
        await store.send(.came(Till.Customer(name: "Ada", card: .withheld))) {
            $0.customer = Till.Customer(name: "Ada", card: .withheld)
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
}
