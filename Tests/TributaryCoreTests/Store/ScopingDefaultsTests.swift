// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing
import TributaryCore
import TributaryTestSupport

/// Scopes that show a default where there is no state.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScopingDefaultsTests {
    private let recorder = DiagnosticRecorder()

    private func dashboard() -> StoreOf<Dashboard> {
        Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `an absent child shows the default, made anew for each read, and then its state`() {
        let store = dashboard()
        var made = 0
        func fallback() -> Counter.State {
            made += 1
            return Counter.State(count: -made)
        }
        let sheet = store.scope(state: \.sheet, action: \.sheet, default: fallback())
        #expect(made == 0, "Making the scope does not need it")
        #expect(sheet.state.count == -1)
        #expect(sheet.count == -2)
        store.send(.openSheet)
        sheet.send(.add(3))
        #expect(sheet.count == 3)
        #expect(store.sheet?.count == 3)
        #expect(made == 2, "A child that is there needs no default")
        store.send(.closeSheet)
        #expect(sheet.count == -3)
        #expect(store.sheet == nil, "A default is shown and not stored")
    }

    @Test func `a case of an enum has a default in the other cases`() {
        let store = dashboard()
        let detail = store.scope(
            case: \.screen.detail,
            action: \.screen,
            default: Counter.State(count: 100)
        )
        var heard: [Int] = []
        let token = detail.observe(\.count) { heard.append($0) }
        store.send(.openScreen)
        detail.send(.increment)
        store.send(.closeScreen)
        #expect(heard == [100, 0, 1, 100])
        #expect(store.screen == .closed)
        token.cancel()
    }

    @Test func `a store of an optional state falls back as a whole`() {
        let store = Store(initialState: Int?.none) {
            Update { (state: inout Int?, action: Int?) in state = action }
        }
        let number = store.scope(state: \.self, default: 7)
        #expect(number.state == 7)
        number.send(8)
        #expect(number.state == 8)
        number.send(nil)
        #expect(number.state == 7)
    }

    @Test func `law 6: the same path gives the same object, and not that of the optional child`() {
        let store = dashboard()
        store.send(.openSheet)
        let optional: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
        let sheet = store.scope(state: \.sheet, action: \.sheet, default: Counter.State())
        #expect(sheet === store.scope(state: \.sheet, action: \.sheet, default: Counter.State()))
        #expect(sheet !== optional)
        #expect(optional === store.scope(state: \.sheet, action: \.sheet))
        weak var released: StoreOf<Counter>?
        do { released = store.scope(case: \.screen.detail, action: \.screen, default: Counter.State()) }
        #expect(released == nil)
    }

    @Test func `scopes with different defaults are different scopes, each with its own default`() {
        let store = dashboard()
        let zero = store.scope(state: \.sheet, action: \.sheet, default: Counter.State())
        let five = store.scope(state: \.sheet, action: \.sheet, default: Counter.State(count: 5))
        #expect(zero !== five)
        #expect(five === store.scope(state: \.sheet, action: \.sheet, default: Counter.State(count: 5)))
        #expect([zero.count, five.count] == [0, 5])
        var heard: [Int] = []
        let tokens = [zero.observe(\.count) { heard.append($0) }, five.observe(\.count) { heard.append($0) }]
        store.send(.openSheet)
        five.send(.add(2))
        #expect([zero.count, five.count] == [2, 2])
        store.send(.closeSheet)
        #expect([zero.count, five.count] == [0, 5])
        #expect(heard == [0, 5, 0, 2, 2, 0, 5])
        withExtendedLifetime(tokens) {}
    }

    @Test func `defaults that cannot be compared are never taken for one another`() {
        struct Sheet { let title: String }
        struct Page { var sheet: Sheet? }
        let store = Store(initialState: Page()) { Update { (_: inout Page, _: Void) in } }
        let first = store.scope(state: \.sheet, default: Sheet(title: "first"))
        let second = store.scope(state: \.sheet, default: Sheet(title: "second"))
        #expect([first.state.title, second.state.title] == ["first", "second"])
    }

    @Test func `law 7: an action for the absent child behind a default is one diagnostic`() {
        let store = dashboard()
        let sheet = store.scope(state: \.sheet, action: \.sheet, default: Counter.State(count: 4))
        sheet.send(.increment)
        #expect(sheet.count == 4)
        #expect(recorder.identifiers == [.absentChild])
    }

    @Test func `law 3: observers hear of the way from the default to the state and back, once each`() {
        let store = dashboard()
        let sheet = store.scope(state: \.sheet, action: \.sheet, default: Counter.State(count: 9))
        var heard: [Int] = []
        let token = sheet.observe(\.count) { heard.append($0) }
        store.send(.counter(.increment))
        #expect(heard == [9])
        store.send(.openSheet)
        store.send(.sheet(.add(9)))
        #expect(heard == [9, 0, 9])
        store.send(.closeSheet)
        #expect(heard == [9, 0, 9], "The default equals what was there")
        store.send(contentsOf: [.openSheet, .closeSheet])
        #expect(heard == [9, 0, 9])
        store.send(.openSheet)
        #expect(heard == [9, 0, 9, 0])
        token.cancel()
    }

    @Test func `a default may read the store while observers are told`() {
        let store = dashboard()
        let sheet = store.scope(
            state: \.sheet,
            action: \.sheet,
            default: Counter.State(count: store.counter.count)
        )
        var heard: [Int] = []
        let token = sheet.observe(\.count) { heard.append($0) }
        store.send(.counter(.add(2)))
        store.send(.openSheet)
        #expect(heard == [0, 2, 0])
        token.cancel()
    }

    @Test func `tracking sees the default give way to the state`() {
        final class Changes { var count = 0 }
        let store = dashboard()
        let sheet = store.scope(state: \.sheet, action: \.sheet, default: Counter.State())
        nonisolated(unsafe) let changes = Changes()
        func track() {
            withObservationTracking {
                _ = sheet.count
            } onChange: {
                changes.count += 1
            }
        }
        track()
        store.send(.openSheet)
        #expect(changes.count == 0, "The number is the same")
        store.send(.sheet(.increment))
        #expect(changes.count == 1)
        track()
        store.send(.closeSheet)
        #expect(changes.count == 2)
    }

    @Test func `scopes and rows below a default follow it`() {
        typealias Rows = IdentifiedArray<Int, Dashboard.Row.State>
        enum Action: CasePathable {
            case set(Rows?)
            case rows(IdentifiedAction<Int, Counter.Action>)
            struct AllCasePaths: Sendable {
                var rows: CasePath<Action, IdentifiedAction<Int, Counter.Action>> {
                    CasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
                }
            }
            static let allCasePaths = AllCasePaths()
        }
        struct Page { var rows: Rows? }
        let store = Store(initialState: Page()) {
            Update { (state: inout Page, action: Action) in
                if case .set(let rows) = action { state.rows = rows }
            }
            .ifLet(\.rows, action: \.rows) {
                EmptyReducer().forEach(\.self, actionPath: .identity) { Dashboard.Row() }
            }
        }
        let list = store.scope(
            state: \.rows,
            action: \.rows,
            default: Rows(uniqueElements: [Dashboard.Row.State(id: 1)])
        )
        let row = list.scope(rows: \.self)[0]
        var heard: [Int] = []
        let token = row.observe(\.counter.count) { heard.append($0) }
        store.send(.set(Rows(uniqueElements: [Dashboard.Row.State(id: 1), Dashboard.Row.State(id: 2)])))
        row.send(.element(id: 1, action: .add(5)))
        #expect(list.scope(rows: \.self).map(\.counter.count) == [5, 0])
        store.send(.set(nil))
        #expect(heard == [0, 5, 0])
        token.cancel()
    }
}
