// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// Laws 3 to 5: which observers are notified, when, and how often.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct NotificationLawTests {}

extension NotificationLawTests {
    @Test(arguments: StoreKind.allCases)
    func `law 3: observers run once per turn if their value changed, in the order of registration`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let heard = Heard<String>()
        let tokens = [
            await store.observe(\.left) { heard.append("1 left \($0)") },
            await store.observe(\.right) { heard.append("2 right \($0)") },
            await store.observe({ $0.left % 2 }) { heard.append("3 odd \($0)") },
            await store.observeState { heard.append("4 all \($0.left) \($0.right)") },
            await store.observe(\.left) { heard.append("5 left \($0)") },
        ]
        #expect(heard.all == ["1 left 0", "2 right 0", "3 odd 0", "4 all 0 0", "5 left 0"])
        heard.removeAll()
        await store.send(.right(5))
        #expect(heard.all == ["2 right 5", "4 all 0 5"])
        heard.removeAll()
        await store.send(.both)
        #expect(heard.all == ["1 left 1", "2 right 6", "3 odd 1", "4 all 1 6", "5 left 1"])
        heard.removeAll()
        await store.send(.left(1))
        #expect(heard.all.isEmpty, "It was so before")
        await store.send(contentsOf: [.left(9), .left(3), .left(1)])
        #expect(heard.all.isEmpty, "It ended as it began")
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 3: the order of registration applies across the scopes of a store`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        let scope = store.scope(state: \.counter, action: \.counter)
        var heard: [Int] = []
        let tokens = [
            scope.observe(\.count) { _ in heard.append(1) },
            store.observe(\.counter.count) { _ in heard.append(2) },
            scope.observe { _ in heard.append(3) },
            store.observe { _ in heard.append(4) },
        ]
        heard = []
        scope.send(.increment)
        #expect(heard == [1, 2, 3, 4])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 3: non-equatable values change with each action, and an empty group does nothing`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let heard = Heard<Int?>()
        let token = await store.observeOpaque(\.left) { heard.append($0 as? Int) }
        await store.send(.right(1))
        #expect(heard.all == [0, 0])
        await store.send(contentsOf: [])
        #expect(heard.all == [0, 0])
        await store.send(contentsOf: [.left(1), .left(2)])
        #expect(heard.all == [0, 0, 2])
        token.cancel()
    }

    @Test func `law 3: a state that cannot be compared changes when an action ran`() {
        struct Opaque { var number = 0 }
        let store = Store(initialState: Opaque()) { Update { (_: inout Opaque, _: Int) in } }
        var count = 0
        let token = store.observe { _ in count += 1 }
        store.send(1)
        #expect(count == 2)
        store.send(contentsOf: [1, 2, 3])
        #expect(count == 3)
        store.send(contentsOf: [])
        #expect(count == 3, "An empty group does nothing at all")
        token.cancel()
    }

    @Test func `law 3: a turn without an action notifies no observer, even of non-equatable values`() {
        let machine = Machine(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        machine.runEffects(on: MainActor.shared)
        let service = machine.attach([LoggingService("service", EventLog())])
        var heard = 0
        let token = machine.observe({ _ in () }) { heard += 1 }
        machine.send("one")
        #expect(heard == 2)
        service.cancel()
        machine.openInbox()
        #expect(heard == 2)
        withExtendedLifetime(token) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 3: own duplicate removal decides, and sees the old value and the new`(kind: StoreKind) async {
        let store = await kind.diary()
        let growing = Heard<Int>()
        let tens = Heard<Int>()
        let tokens = [
            await store.observe(\.left, removeDuplicates: { $0 >= $1 }) { growing.append($0) },
            await store.observe(\.left, removeDuplicates: { $0 / 10 == $1 / 10 }) { tens.append($0) },
        ]
        for value in [3, 1, 3, 4, 2, 9, 10, 19, 20] { await store.send(.left(value)) }
        #expect(growing.all == [0, 3, 4, 9, 10, 19, 20])
        #expect(tens.all == [0, 10, 20])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 4: an observer receives the current value at once, and a listener nothing`(kind: StoreKind)
        async
    {
        let store = await kind.diary()
        await store.send(.left(7))
        let heard = Heard<String>()
        let tokens = [
            await store.onAction { heard.append("\($0.action)") },
            await store.observe(\.left) { heard.append("\($0)") },
        ]
        #expect(heard.all == ["7"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 5: a send while notifying is a new turn; no observer misses or repeats a value`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let heard = Heard<String>()
        let tokens = [
            await store.observe(\.left) { [unowned store] value in
                heard.append("first \(value)")
                if value == 1 { _ = store.inside.send(.left(2)) }
            },
            await store.observe(\.left) { heard.append("second \($0)") },
        ]
        await store.send(.left(1))
        #expect(heard.all == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 5: a send from the first delivery is a turn of its own`(kind: StoreKind) async {
        let store = await kind.diary()
        let heard = Heard<Int>()
        let token = await store.observe(\.left) { [unowned store] value in
            heard.append(value)
            if value == 0 { _ = store.inside.send(.left(1)) }
        }
        #expect(await store.state.left == 1)
        #expect(heard.all == [0, 1])
        token.cancel()
    }

    @Test(arguments: StoreKind.allCases)
    func `law 5: an observer that is added during a notification receives each value once`(
        kind: StoreKind
    ) async {
        let store = await kind.diary()
        let heard = Heard<String>()
        let tokens = Heard<ObservationToken>()
        tokens.append(
            await store.observe(\.left) { [unowned store] value in
                guard value == 1 else { return }
                tokens.append(store.inside.observe({ $0.left }) { heard.append("late \($0)") })
            }
        )
        await store.send(.left(1))
        #expect(heard.all == ["late 1"])
        await store.send(.left(2))
        #expect(heard.all == ["late 1", "late 2"])
        tokens.removeAll()
    }
}
