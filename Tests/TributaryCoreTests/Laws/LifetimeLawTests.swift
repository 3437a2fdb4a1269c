// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 11: nothing is kept beyond its token, and tokens, scopes and stores may go at any time.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct LifetimeLawTests {
    private final class Witness: Sendable {}

    private let store = Store(initialState: Dashboard.State()) { Dashboard() }
}

extension LifetimeLawTests {
    @Test(arguments: 0..<5, 0..<5)
    func `law 11: an observer drops its own token, an earlier one or a later one`(dropping: Int, dropped: Int)
    {
        var heard: [Int] = []
        var tokens: [ObservationToken?] = []
        for number in 0..<5 {
            tokens.append(
                store.observe(\.counter.count) { count in
                    heard.append(number)
                    if count == 1, number == dropping { tokens[dropped] = nil }
                }
            )
        }
        heard = []
        store.send(.counter(.increment))
        // An observer that was notified before may have been dropped since; one that comes after is not
        // notified.
        #expect(heard == (0..<5).filter { $0 != dropped || $0 <= dropping })
        heard = []
        store.send(.counter(.increment))
        #expect(heard == (0..<5).filter { $0 != dropped })
        tokens = []
    }

    @Test(arguments: 0..<5, 0..<5)
    func `law 11: a listener drops its own token, an earlier one or a later one`(dropping: Int, dropped: Int)
    {
        var heard: [Int] = []
        var tokens: [ObservationToken?] = []
        for number in 0..<5 {
            tokens.append(
                store.onAction { _ in
                    heard.append(number)
                    if number == dropping { tokens[dropped] = nil }
                }
            )
        }
        store.send(.counter(.increment))
        #expect(heard == (0..<5).filter { $0 != dropped || $0 <= dropping })
        heard = []
        store.send(.counter(.increment))
        #expect(heard == (0..<5).filter { $0 != dropped })
        tokens = []
    }

    @Test func `law 11: an observer drops all tokens while observers of scopes and rows are notified`() {
        store.send(contentsOf: [.openSheet, .appendRow(id: 1), .appendRow(id: 2)])
        let rows = store.scope(state: \.rows, action: \.rows)
        var heard: [String] = []
        var tokens: [ObservationToken] = []
        var isDropping = false
        func hear(_ name: String) {
            heard.append(name)
            if isDropping { tokens = [] }
        }
        tokens = [
            rows[0].observe(\.counter.count) { _ in hear("row 1") },
            rows[1].observe(\.counter.count) { _ in hear("row 2") },
            store.scope(state: \.counter, action: \.counter).observe(\.count) { _ in hear("counter") },
            store.observe(\.rows) { _ in hear("rows") },
        ]
        heard = []
        isDropping = true
        store.send(contentsOf: [
            .counter(.increment), .rows(.element(id: 2, action: .increment)),
            .rows(.element(id: 1, action: .increment)),
        ])
        #expect(heard == ["row 1"] && tokens.isEmpty)
    }

    @Test func `law 11: members added during a notification receive later events`() {
        var heard: [String] = []
        var tokens: [ObservationToken] = []
        tokens.append(
            store.onAction { record in
                guard record.action == .openSheet else { return }
                tokens.append(store.onAction { heard.append("listener \($0.action)") })
                tokens.append(store.observe(\.counter.count) { heard.append("observer \($0)") })
            }
        )
        tokens.append(
            store.observe(\.sheet) { sheet in
                guard sheet != nil else { return }
                let scope: StoreOf<Counter>? = store.scope(state: \.sheet, action: \.sheet)
                if let scope { tokens.append(scope.observe(\.count) { heard.append("sheet \($0)") }) }
            }
        )
        store.send(.openSheet)
        #expect(heard == ["observer 0", "sheet 0"])
        heard = []
        store.send(.counter(.increment))
        #expect(heard == ["listener counter(TributaryTestSupport.Counter.Action.increment)", "observer 1"])
        tokens = []
    }

    @Test func `law 11: a selector and a duplicate removal may drop tokens, start to observe, and send`() {
        var heard: [String] = []
        var tokens: [ObservationToken] = []
        var isActing = false
        tokens.append(
            store.observe(
                { [store] state in
                    if isActing {
                        isActing = false
                        tokens.append(store.observe(\.counter.count) { heard.append("late \($0)") })
                        store.send(.counter(.add(10)))
                    }
                    return state.counter.count
                },
                removeDuplicates: ==,
                onChange: { heard.append("first \($0)") }
            )
        )
        isActing = true
        store.send(.counter(.increment))
        #expect(heard == ["first 0", "late 1", "first 1", "first 11", "late 11"])
        #expect(tokens.count == 2)
        tokens = []
    }

    @Test func `law 11: a token retains the scope it observes, and not the whole store`() {
        var whole: StoreOf<Dashboard>? = Store(initialState: Dashboard.State()) { Dashboard() }
        weak let witness = whole
        var tokens = [whole?.observe(\.counter.count) { _ in }, whole?.onAction { _ in }]
        whole = nil
        #expect(witness == nil, "Tokens of the whole store")
        tokens = []
        whole = Store(initialState: Dashboard.State()) { Dashboard() }
        let scope = whole?.scope(state: \.counter, action: \.counter)
        weak let secondWitness = whole
        whole = nil
        #expect(secondWitness != nil, "A scope")
        scope?.send(.increment)
        #expect(scope?.count == 1)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 11: an observer may cancel itself, and a dropped token releases its captures`() {
        weak var witness: Witness?
        var token: ObservationToken?
        do {
            let captured = Witness()
            witness = captured
            token = store.observe(\.counter.count) { [captured] value in
                _ = captured
                if value == 1 { token?.cancel() }
            }
        }
        #expect(witness != nil)
        store.send(.counter(.increment))
        #expect(witness == nil)
    }

    @Test func `law 11: observing a scope retains the scope`() {
        var heard: [Int] = []
        let token = store.scope(state: \.counter, action: \.counter).observe(\.count) { heard.append($0) }
        store.send(.counter(.increment))
        #expect(heard == [0, 1])
        token.cancel()
    }

    @Test(arguments: StoreKind.allCases)
    func `law 11: captures of observers and listeners are released with their tokens`(kind: StoreKind) async {
        let store = await kind.diary()
        weak var witness: Witness?
        var tokens: [ObservationToken] = []
        do {
            let held = Witness()
            witness = held
            tokens.append(await store.observe(\.left) { _ in withExtendedLifetime(held) {} })
            tokens.append(await store.observeOpaque({ _ in held }) { _ in })
            tokens.append(await store.onAction { _ in withExtendedLifetime(held) {} })
        }
        await store.send(.left(1))
        #expect(witness != nil)
        tokens.removeAll()
        #expect(witness == nil)
        await store.send(.left(2))
        #expect(await store.state.left == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 11: an observer cancelled during its notification is not notified again`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let heard = Heard<String>()
        let tokens = Heard<ObservationToken>()
        tokens.append(await store.observe(\.left) { heard.append("first \($0)") })
        tokens.append(
            await store.observe(\.left) { value in
                heard.append("second \(value)")
                if value == 1 { for token in tokens.all { token.cancel() } }
            }
        )
        tokens.append(await store.observe(\.left) { heard.append("third \($0)") })
        heard.removeAll()
        await store.send(.left(1))
        await store.send(.left(2))
        #expect(heard.all == ["first 1", "second 1"])
        tokens.removeAll()
    }

    @Test(arguments: StoreKind.allCases)
    func `law 11: a store is released while its effects run, which end with it`(kind: StoreKind) async {
        let gate = Gate()
        var store: StoreUnderTest<Diary.State, Diary.Action>? = await kind.diary(Diary(gate: gate))
        weak let witness = store?.object
        let task = await store?.send(.wait)
        await gate.arrival()
        #expect(witness != nil)
        store = nil
        #expect(witness == nil)
        await task?.finish()
    }
}
