// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// The Observation framework reacts only to properties that were read.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct TrackingTests {
    private final class Changes {
        var count = 0
    }

    /// Reads with tracking, and counts the reported changes; at most one, because tracking is for one change.
    private func track(_ read: () -> Void) -> Changes {
        nonisolated(unsafe) let changes = Changes()
        withObservationTracking(read) { changes.count += 1 }
        return changes
    }

    private let store = Store(initialState: Dashboard.State()) { Dashboard() }
}

extension TrackingTests {
    @Test func `a field that was read is reported once when it changes, and other fields are not`() {
        let screen = track { _ = store.screen }
        let log = track { _ = store.log }
        store.send(.openSheet)
        #expect(screen.count == 0 && log.count == 0)
        store.send(.openScreen)
        #expect(screen.count == 1 && log.count == 0)
        store.send(.closeScreen)
        #expect(screen.count == 1, "Tracking is for one change")
        let again = track { _ = store.screen }
        store.send(.openScreen)
        #expect(again.count == 1)
    }

    @Test func `a field is reported each time it was read again, and only then`() {
        for round in 1...3 {
            let tracked = track { _ = store.counter }
            _ = store.counter
            store.send(.counter(.increment))
            #expect(tracked.count == 1, "round \(round)")
            _ = store.counter
            store.send(.counter(.increment))
            #expect(tracked.count == 1, "round \(round)")
        }
        let first = track { _ = store.counter }
        let second = track { _ = store.counter }
        store.send(.counter(.increment))
        #expect(first.count == 1 && second.count == 1)
    }

    @Test func `an action that changes nothing is not reported`() {
        let changes = track { _ = store.counter }
        store.send(.counter(.add(0)))
        #expect(changes.count == 0)
    }

    @Test func `fields are tracked through scopes and rows`() {
        store.send(contentsOf: [.appendRow(id: 1), .appendRow(id: 2)])
        let rows = store.scope(state: \.rows, action: \.rows)
        let first = track { _ = rows[0].counter }
        let second = track { _ = rows[1].counter }
        let counter = store.scope(state: \.counter, action: \.counter)
        let count = track { _ = counter.count }
        store.send(.rows(.element(id: 2, action: .increment)))
        #expect(first.count == 0 && second.count == 1 && count.count == 0)
        store.send(.counter(.increment))
        #expect(first.count == 0 && count.count == 1)
    }

    @Test func `the presence of a child, and the set of rows, are tracked by making its scope`() {
        let sheet = track { _ = (store.scope(state: \.sheet, action: \.sheet) as StoreOf<Counter>?) }
        let rows = track { _ = store.scope(state: \.rows, action: \.rows) }
        store.send(.openSheet)
        #expect(sheet.count == 1 && rows.count == 0)
        let sheetAgain = track { _ = (store.scope(state: \.sheet, action: \.sheet) as StoreOf<Counter>?) }
        store.send(.sheet(.increment))
        #expect(sheetAgain.count == 0, "It is still there")
        store.send(.appendRow(id: 1))
        #expect(rows.count == 1)
        let rowsAgain = track { _ = store.scope(state: \.rows, action: \.rows) }
        store.send(.rows(.element(id: 1, action: .increment)))
        #expect(rowsAgain.count == 0, "They are the same rows")
        store.send(.removeRow(id: 1))
        #expect(rowsAgain.count == 1)
    }

    @Test func `a child and its presence are tracked apart, though they have one path`() {
        store.send(.openSheet)
        let presence = track { _ = (store.scope(state: \.sheet, action: \.sheet) as StoreOf<Counter>?) }
        let child = track { _ = store.sheet }
        store.send(.sheet(.increment))
        #expect(presence.count == 0 && child.count == 1)
    }

    @Test func `the state as a whole, and a field that cannot be compared, change with every action`() {
        struct Opaque { var closure: () -> Void = {} }
        let store = Store(initialState: Opaque()) { Update { (_: inout Opaque, _: Int) in } }
        let state = track { _ = store.state }
        let field = track { _ = store.closure }
        store.send(1)
        #expect(state.count == 1 && field.count == 1)
    }

    @Test func `a field that cannot be compared is not read after an action`() {
        final class Reads { var count = 0 }
        struct Chart {
            let reads = Reads()
            var points: () -> Void {
                reads.count += 1
                return {}
            }
        }
        let store = Store(initialState: Chart()) { Update { (_: inout Chart, _: Int) in } }
        let changes = track { _ = store.points }
        let count = store.withState(\.reads.count)
        store.send(1)
        #expect(changes.count == 1)
        #expect(store.withState(\.reads.count) == count)
    }

    @Test func `reading outside of any tracking leaves nothing behind`() {
        let store = Store(initialState: Payload.State(count: 100)) { Payload() }
        store.send(.touch)
        let address = store.withState(\.address)
        // A value that was kept for comparing would make the next change copy the numbers.
        #expect(store.numbers.count == 100)
        store.send(.touch)
        #expect(store.withState(\.address) == address)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `Observations gives every settled value`() async {
        var heard: [Int] = []
        let store = Store(initialState: Counter.State()) { Counter() }
        let observations = Observations { store.count }
        for await count in observations {
            heard.append(count)
            if count == 3 { break }
            store.send(.increment)
        }
        #expect(heard == [0, 1, 2, 3])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `Observations of fields of a scope and of a row are not notified of others`() async {
        store.send(contentsOf: [.appendRow(id: 1), .appendRow(id: 2)])
        let row = store.scope(state: \.rows, action: \.rows)[0]
        let counter = store.scope(state: \.counter, action: \.counter)
        let observations = Observations { [counter.count, row.counter.count] }
        var heard: [[Int]] = []
        let changes: [Dashboard.Action] = [.counter(.increment), .rows(.element(id: 1, action: .increment))]
        for await counts in observations {
            heard.append(counts)
            guard heard.count <= changes.count else { break }
            let change = changes[heard.count - 1]
            // If the loop received these, it would continue before the task begins, and receive the same
            // counts again.
            store.send(.openSheet)
            store.send(.rows(.element(id: 2, action: .increment)))
            Task { store.send(change) }
        }
        #expect(heard == [[0, 0], [1, 0], [1, 1]])
    }
}
