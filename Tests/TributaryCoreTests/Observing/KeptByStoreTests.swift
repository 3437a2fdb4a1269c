// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryTestSupport

@testable import TributaryCore

/// The memory that a live store retains for temporary members, while 20 others stay.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct KeptByStoreTests {
    private let store = Store(initialState: Dashboard.State()) { Dashboard() }
}

extension KeptByStoreTests {
    private var rows: RowStores<Int, Dashboard.Row.State, Counter.Action> {
        store.scope(state: \.rows, action: \.rows)
    }

    /// Counts the notifications of trackers.
    private final class Told { var count = 0 }

    private func track(_ row: Store<Dashboard.Row.State, Counter.Action>?, _ told: Told) {
        nonisolated(unsafe) let told = told
        withObservationTracking {
            _ = row?.counter
        } onChange: {
            told.count += 1
        }
    }

    @Test func `tracked fields of removed rows are released, and those of the others still report`() {
        for id in 0..<20 { store.send(.appendRow(id: id)) }
        let told = Told()
        let living = rows.map { $0 }
        for row in living { track(row, told) }
        for id in 100..<3_100 {
            store.send(.appendRow(id: id))
            track(rows[id: id], Told())
            store.send(.removeRow(id: id))
        }
        store.send(.counter(.increment))
        #expect(store.counts.fields <= 60)
        #expect(told.count == 0)
        for row in living { row.send(.increment) }
        #expect(told.count == 20)
    }

    @Test func `tracked fields of a child that was removed repeatedly are not kept`() {
        for _ in 0..<1_000 {
            store.send(.openSheet)
            let sheet: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
            withObservationTracking {
                _ = sheet?.count
            } onChange: {
            }
            store.send(.closeSheet)
        }
        #expect(store.counts.fields <= 20)
    }

    @Test func `a row that is shown is tracked also while it is away`() {
        store.send(.appendRow(id: 1))
        let row = rows[id: 1]
        let told = Told()
        track(row, told)
        store.send(.removeRow(id: 1))
        for id in 100..<200 {
            store.send(.appendRow(id: id))
            track(rows[id: id], Told())
            store.send(.removeRow(id: id))
        }
        #expect(told.count == 0, "Its store would have nothing to show")
        store.send(.appendRow(id: 1))
        #expect(told.count == 0, "It is as it was")
        row?.send(.increment)
        #expect(told.count == 1)
    }

    @Test func `trackers of a row that was removed with its store are notified`() {
        store.send(.appendRow(id: 1))
        let told = Told()
        let rows = rows
        nonisolated(unsafe) let heard = told
        withObservationTracking {
            _ = rows[id: 1]?.counter
        } onChange: {
            heard.count += 1
        }
        store.send(.removeRow(id: 1))
        for id in 100..<200 {
            store.send(.appendRow(id: id))
            track(self.rows[id: id], Told())
            store.send(.removeRow(id: id))
        }
        #expect(told.count == 1)
        #expect(rows[id: 1] == nil)
    }

    @Test func `cancelled observers are not kept by a store to which nothing is sent`() {
        var heard = 0
        let living = (0..<20).map { _ in store.observe(\.counter) { _ in heard += 1 } }
        for _ in 0..<10_000 { store.observe(\.counter) { _ in }.cancel() }
        #expect(store.counts.observers <= 60)
        heard = 0
        store.send(.counter(.increment))
        #expect(heard == 20)
        #expect(store.counts.observers == 20)
        withExtendedLifetime(living) {}
    }

    @Test func `places of scopes that were observed are not kept by a store to which nothing is sent`() {
        var heard = 0
        let living = (0..<20).map { _ in
            store.scope(reading: \.counter.count, sending: { (_: Int) in nil })
                .observe { _ in heard += 1 }
        }
        for _ in 0..<5_000 {
            store.scope(reading: \.counter.count, sending: { (_: Int) in nil }).observe { _ in }.cancel()
        }
        #expect(store.counts.scopes <= 60)
        heard = 0
        store.send(.counter(.increment))
        #expect(heard == 20)
        #expect(store.counts.scopes == 20)
        withExtendedLifetime(living) {}
    }

    @Test func `dead listeners and services are not kept by a store to which nothing is sent`() {
        var heard = 0
        let living = (0..<20).map { _ in store.onAction { _ in heard += 1 } }
        for _ in 0..<5_000 { store.onAction { _ in }.cancel() }
        #expect(store.counts.companions <= 60)
        store.send(.counter(.increment))
        #expect(heard == 20)
        withExtendedLifetime(living) {}
    }

    @Test func `stores and observers of rows that were removed are not kept, and those of the others are`() {
        for id in 0..<20 { store.send(.appendRow(id: id)) }
        var heard = 0
        let living = rows.map { $0 }
        let tokens = living.map { $0.observe(\.counter) { _ in heard += 1 } }
        for id in 100..<3_100 {
            store.send(.appendRow(id: id))
            rows[id: id]?.observe(\.counter) { _ in }.cancel()
            store.send(.removeRow(id: id))
        }
        #expect((20...100).contains(store.knownCount))
        #expect(living.allSatisfy { row in rows[id: row.id] === row })
        heard = 0
        for row in living { row.send(.increment) }
        #expect(heard == 20)
        withExtendedLifetime(tokens) {}
    }
}
