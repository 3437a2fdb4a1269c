// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 6, for a view of a removed part: the view may still be sliding away.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ShownStateLawTests {
    private let recorder = DiagnosticRecorder()
}

extension ShownStateLawTests {
    private func makeStore() -> StoreOf<Dashboard> { Dashboard.makeFullStore(reportingTo: recorder) }

    /// Reads like the body of a view.
    private func viewing<Value>(_ read: () -> Value) -> Value { withObservationTracking(read, onChange: {}) }

    @Test func `law 6: a removed optional, case, or row keeps the state that a view has read`()
        throws
    {
        let store = makeStore()
        let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
        let detail = try #require(store.scope(case: \.screen.detail, action: \.screen))
        let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
        for action in [
            Dashboard.Action.sheet(.increment), .screen(.add(2)), .rows(.element(id: 1, action: .add(3))),
        ] { store.send(action) }
        let counts = { [sheet.count, detail.count, row.counter.count] }
        #expect(viewing(counts) == [1, 2, 3])
        for action in [Dashboard.Action.closeSheet, .closeScreen, .removeRow(id: 1)] { store.send(action) }
        #expect(viewing(counts) == [1, 2, 3] && counts() == [1, 2, 3])
        #expect(sheet.state == Counter.State(count: 1) && row.state.id == 1)
        #expect(recorder.identifiers == [], "To show it on is no mistake")
    }

    @Test func `law 6: the view's last state is kept, and replaced when the state returns`()
        throws
    {
        let store = makeStore()
        let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
        #expect(viewing { sheet.count } == 0)
        store.send(.sheet(.add(5)))
        #expect(viewing { sheet.count } == 5)
        store.send(.sheet(.add(1)))
        store.send(.closeSheet)
        #expect(sheet.count == 5)
        store.send(.openSheet)
        #expect(sheet.count == 0)
    }

    @Test func `law 6: so does a part inside of a removed part`() throws {
        let store = makeStore()
        let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
        let counter = row.scope(state: \.counter)
        #expect(viewing { counter.count } == 0)
        store.send(.removeRow(id: 1))
        #expect(counter.count == 0 && viewing { counter.state } == Counter.State())
    }

    @Test func `law 7: an action sent then is reported, and changes nothing`() throws {
        let store = makeStore()
        let sheet = try #require(store.scope(state: \.sheet, action: \.sheet))
        #expect(viewing { sheet.count } == 0)
        store.send(.closeSheet)
        sheet.send(.increment)
        #expect(sheet.count == 0 && store.sheet == nil && recorder.identifiers == [.absentChild])
    }

    @Test func `law 9: a part that always exists is not kept for a view`() {
        struct Song: Equatable {
            var title = "Ebb"
            var samples = Array(repeating: 1, count: 1_000)
        }
        struct Album: Equatable {
            var first = Song()
            var second: Song? = Song()
        }
        let store = Store(initialState: Album()) {
            Update { (album: inout Album, _: Void) in
                album.first.samples[0] += 1
                album.second?.samples[0] += 1
            }
        }
        let first = store.scope(state: \.first)
        let second = store.scope(state: \.second)
        let places = {
            store.withState { album in
                [album.first.samples, album.second?.samples ?? []].map {
                    $0.withUnsafeBufferPointer(\.baseAddress)
                }
            }
        }
        let before = places()
        #expect(viewing { [first.title, second.state?.title] } == ["Ebb", "Ebb"])
        store.send(())
        #expect(places() == before)
    }

    @Test func `rows that a view was given have identities of their own`() {
        let store = makeStore()
        for id in 3..<100 { store.send(.appendRow(id: id)) }
        let rows = viewing { store.scope(state: \.rows, action: \.rows) }
        let identities = (0..<rows.count).map { ObjectIdentifier(rows[$0]) }
        #expect(Set(identities).count == 99)
        store.send(.removeRow(id: 1))
        store.send(.appendRow(id: 200))
        let later = viewing { store.scope(state: \.rows, action: \.rows) }
        #expect((0..<later.count).map { ObjectIdentifier(later[$0]) }.dropLast() == identities.dropFirst())
        #expect(later.last.map { !identities.contains(ObjectIdentifier($0)) } == true)
        withExtendedLifetime(rows) {}
    }

    @Test func `a removed row has the store that still shows it, and then none`() {
        let store = makeStore()
        let rows = store.scope(state: \.rows, action: \.rows)
        var shown = rows[id: 1]
        #expect(rows.shownStore(2) != nil && rows.shownStore(7) == nil)
        store.send(.removeRow(id: 1))
        #expect(rows[id: 1] == nil && rows.shownStore(1) === shown && shown != nil)
        shown = nil
        #expect(rows.shownStore(1) == nil)
    }
}
