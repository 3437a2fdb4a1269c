// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Stores with something around them: a log, a limit, a mapping, a wrapper that only reads.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct DecoratedStoreTests {
    /// A decorator with an API of its own: it has a store, and forwards all other calls.
    @MainActor
    @dynamicMemberLookup
    private final class Protocolled<State, Action> {
        let base: Store<State, Action>
        private(set) var lines: [String] = []

        init(_ base: Store<State, Action>) { self.base = base }

        subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
            base[dynamicMember: keyPath]
        }

        @discardableResult
        func send(_ action: Action) -> StoreTask {
            let before = base.state
            let task = base.send(action)
            lines.append("\(before) -> \(action) -> \(base.state)")
            return task
        }
    }

    /// A consumer of a store of counters, independent of decorators.
    @MainActor
    private final class Stepper {
        private let store: StoreOf<Counter>
        private(set) var shown: [Int] = []
        private var token: ObservationToken?

        init(_ store: StoreOf<Counter>) {
            self.store = store
            token = store.observe(\.count) { [weak self] in self?.shown.append($0) }
        }

        func tap() { store.send(.increment) }
        func tapLong() { store.send(contentsOf: [.increment, .add(10)]) }
    }

    private let store = Store(initialState: Counter.State()) { Counter() }
}

extension DecoratedStoreTests {
    @Test func `a wrapper by composition sees the state before and after an action`() async {
        let wrapped = Protocolled(
            Store(initialState: 1) { Update { (state: inout Int, action: Int) in state += action } }
        )
        wrapped.send(2)
        await wrapped.send(3).finish()
        #expect(wrapped.lines == ["1 -> 2 -> 3", "3 -> 3 -> 6"])
        let counter = Protocolled(store)
        counter.send(.add(4))
        #expect(counter.count == 4)
    }

    @Test func `a consumer does not notice that its store logs`() {
        var log: [Counter.Action] = []
        let stepper = Stepper(
            store.scope {
                $0
            } sending: { action in
                log.append(action)
                return action
            }
        )
        stepper.tap()
        stepper.tapLong()
        #expect(log == [.increment, .increment, .add(10)])
        #expect(stepper.shown == [0, 1, 12])
    }

    @Test func `a consumer is given a store that limits, within one that counts`() {
        var tries = 0
        let limited = store.scope {
            $0
        } sending: { [store] action in
            store.count < 2 ? action : nil
        }
        let stepper = Stepper(
            limited.scope {
                $0
            } sending: { action in
                tries += 1
                return action
            }
        )
        for _ in 0..<5 { stepper.tap() }
        #expect(tries == 5)
        #expect(stepper.shown == [0, 1, 2])
    }

    @Test func `a consumer is given a store that may only be read`() {
        let stepper = Stepper(
            store.scope {
                $0
            } sending: { (_: Counter.Action) in
                nil
            }
        )
        stepper.tap()
        stepper.tapLong()
        store.send(.add(3))
        #expect(stepper.shown == [0, 3])
    }

    @Test func `a consumer receives a mapped store of an independent feature`() {
        struct Volume: Equatable { var percent = 50 }
        let volume = Store(initialState: Volume()) {
            Update { (state: inout Volume, percent: Int) in state.percent = percent }
        }
        let stepper = Stepper(
            volume.scope {
                Counter.State(count: $0.percent / 10)
            } sending: { [volume] (action: Counter.Action) in
                switch action {
                case .increment, .incrementLater: min(volume.percent + 10, 100)
                case .add(let steps): min(volume.percent + 10 * steps, 100)
                }
            }
        )
        stepper.tap()
        #expect(volume.percent == 60)
        stepper.tapLong()
        #expect(stepper.shown == [5, 6, 10])
    }

    @Test func `a decorated store may go, and is made again from the whole one with the same words`() {
        var log: [Counter.Action] = []
        func decorated() -> StoreOf<Counter> {
            store.scope {
                $0
            } sending: { action in
                log.append(action)
                return action
            }
        }
        weak var first: StoreOf<Counter>?
        do {
            let store = decorated()
            first = store
            store.send(.increment)
        }
        #expect(first == nil)
        decorated().send(.increment)
        #expect(log.count == 2 && store.count == 2)
    }
}
