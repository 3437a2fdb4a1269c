// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// A store on the main actor that shows one on another actor.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MirroringTests {}

extension MirroringTests {
    private func dashboard() -> StoreActor<Dashboard.State, Dashboard.Action> {
        StoreActor(initialState: Dashboard.State()) { Dashboard() }
    }

    @Test func `a mirror shows the part, and its actions are reduced over there`() async {
        let remote = dashboard()
        await remote.send(.counter(.add(2)))
        let mirror: StoreOf<Counter> = await Store(mirroring: remote, state: \.counter, action: \.counter)
        #expect(mirror.count == 2)
        await mirror.send(.add(3)).finish()
        #expect(mirror.count == 5)
        #expect(await remote.state.counter.count == 5)
    }

    @Test func `changes by others over there are shown`() async {
        let remote = dashboard()
        let mirror: StoreOf<Counter> = await Store(mirroring: remote, state: \.counter, action: \.counter)
        var values = mirror.values(\.count).makeAsyncIterator()
        #expect(await values.next() == 0)
        await remote.send(.counter(.add(7)))
        #expect(await values.next() == 7)
    }

    @Test func `actions go over in the order they were sent`() async {
        let remote = StoreActor(initialState: [Int]()) {
            Update { (state: inout [Int], action: Int) in state.append(action) }
        }
        let mirror = await Store(mirroring: remote)
        var last: StoreTask?
        for number in 0..<200 { last = mirror.send(number) }
        await last?.finish()
        #expect(mirror.state == Array(0..<200))
    }

    @Test func `a mirror whose actor is busy keeps the newest state alone`() async {
        final class Witness: Sendable {
            static let count = Atomic(0)
            init() { Self.count.add(1, ordering: .relaxed) }
            deinit { Self.count.subtract(1, ordering: .relaxed) }
        }
        struct Kept: Equatable, Sendable {
            var number = 0
            var witness = Witness()
            static func == (left: Kept, right: Kept) -> Bool { left.number == right.number }
        }
        let remote = StoreActor(initialState: Kept()) {
            Update { (state: inout Kept, action: Int) in state = Kept(number: action) }
        }
        let mirror = await Store(mirroring: remote)
        // The main actor is blocked meanwhile.
        func sendMany() {
            let done = DispatchSemaphore(value: 0)
            Task.detached {
                for number in 1...1_000 { await remote.send(number) }
                done.signal()
            }
            done.wait()
        }
        sendMany()
        #expect(Witness.count.load(ordering: .relaxed) < 10)
        await remote.finish()
        await mirror.send(1_001).finish()
        #expect(mirror.state.number == 1_001)
    }

    @Test func `finishing waits for the effects over there, and until their changes are shown`() async {
        let remote = dashboard()
        let mirror: StoreOf<Counter> = await Store(mirroring: remote, state: \.counter, action: \.counter)
        await mirror.send(.incrementLater).finish()
        #expect(mirror.count == 1)
    }

    @Test func `a mirror is scoped and observed like any store`() async {
        let remote = dashboard()
        let mirror = await Store(mirroring: remote)
        await mirror.send(.appendRow(id: 1)).finish()
        var heard: [Int] = []
        let row = mirror.scope(state: \.rows, action: \.rows)[id: 1]
        let token = row?.observe(\.counter.count) { heard.append($0) }
        await row?.send(.add(4)).finish()
        #expect(heard == [0, 4])
        withExtendedLifetime(token) {}
    }

    @Test
    func `a mirror receives the actions of the mirrored store, from any sender, once and in order`()
        async
    {
        let remote = dashboard()
        let mirror: StoreOf<Counter> = await Store(mirroring: remote, state: \.counter, action: \.counter)
        let heard = Records()
        let token = mirror.onAction { heard.append($0) }
        await mirror.send(.add(1)).finish()
        await remote.send(.counter(.add(2)))
        await mirror.send(.incrementLater).finish()
        #expect(heard.actions == ["add(1)", "add(2)", "incrementLater", "increment"])
        #expect(heard.origins == [.store, .store, .store, .effect])
        #expect(heard.counts.last == 4)
        withExtendedLifetime(token) {}
    }

    @Test func `a state that equals the shown one is not transferred, and its actions are`() async {
        struct Page: Equatable, Sendable {
            var title = "empty"
            /// How often it was looked at, which makes no difference.
            var looks = 0
            static func == (left: Page, right: Page) -> Bool { left.title == right.title }
        }
        let remote = StoreActor(initialState: Page()) {
            Update { (page: inout Page, title: String?) in
                page.looks += 1
                if let title { page.title = title }
            }
        }
        let mirror = await Store(mirroring: remote)
        var heard: [String?] = []
        let token = mirror.onAction { heard.append($0.action) }
        await mirror.send(nil).finish()
        #expect(heard == [nil])
        #expect(mirror.looks == 0)
        await mirror.send("news").finish()
        #expect(heard == [nil, "news"])
        #expect(mirror.looks == 2 && mirror.title == "news")
        withExtendedLifetime(token) {}
    }

    @Test func `the state shown after finishing is not replaced by an earlier one`() async {
        let remote = dashboard()
        let mirror: StoreOf<Counter> = await Store(mirroring: remote, state: \.counter, action: \.counter)
        let shown = Records()
        let token = mirror.observe(\.count) { shown.counts.append($0) }
        for _ in 0..<50 {
            await remote.send(.counter(.add(1)))
            await mirror.send(.add(1)).finish()
        }
        #expect(shown.counts == shown.counts.sorted())
        #expect(shown.counts.last == 100)
        withExtendedLifetime(token) {}
    }
}

@MainActor
private final class Records {
    var actions: [String] = []
    var origins: [ActionOrigin] = []
    var counts: [Int] = []

    func append(_ record: ActionRecord<Counter.State, Counter.Action>) {
        actions.append("\(record.action)")
        origins.append(record.origin)
        counts.append(record.state.count)
    }
}
