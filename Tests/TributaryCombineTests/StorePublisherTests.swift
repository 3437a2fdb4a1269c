// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
import Testing
import TributaryCombine
import TributaryTestSupport

/// Stores as publishers.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct CombineStorePublisherTests {
    /// A subscriber with a fixed demand.
    final class Reader<Input>: Subscriber {
        typealias Failure = Never
        var subscription: (any Subscription)?
        var values: [Input] = []
        var isFinished = false

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: Input) -> Subscribers.Demand {
            values.append(input)
            return .none
        }
        func receive(completion: Subscribers.Completion<Never>) { isFinished = true }
    }

    @Test func `a value is published at once, and then when it changed`() {
        let store = Store(initialState: Counter.State(count: 1)) { Counter() }
        var heard: [Int] = []
        let cancellable = store.publisher(\.count).sink { heard.append($0) }
        store.send(.add(0))
        store.send(.increment)
        store.send(contentsOf: [.increment, .increment])
        #expect(heard == [1, 2, 4])
        cancellable.cancel()
        store.send(.increment)
        #expect(heard == [1, 2, 4])
    }

    @Test func `each subscriber has a subscription, and dropping it ends it`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        let publisher = store.publisher(\.count)
        var heard: [String] = []
        var first: AnyCancellable? = publisher.sink { heard.append("first \($0)") }
        store.send(.increment)
        let second = publisher.sink { heard.append("second \($0)") }
        first = nil
        store.send(.increment)
        #expect(heard == ["first 0", "first 1", "second 1", "second 2"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a publisher finishes when the store is closed, when it is released, and at once after that`()
    {
        var ends: [String] = []
        func follow(_ name: String, _ store: StoreOf<Counter>) -> AnyCancellable {
            store.publisher(\.count).sink { _ in
                ends.append("\(name) finished")
            } receiveValue: {
                ends.append("\(name) \($0)")
            }
        }
        let closed = Store(initialState: Counter.State()) { Counter() }
        var released: StoreOf<Counter>? = Store(initialState: Counter.State()) { Counter() }
        var cancellables = [follow("closed", closed)]
        if let released { cancellables.append(follow("released", released)) }
        closed.close()
        released = nil
        cancellables.append(follow("late", closed))
        #expect(
            ends == [
                "closed 0", "released 0", "closed finished", "released finished", "late 0", "late finished",
            ]
        )
    }

    @Test func `no more values are delivered than are demanded, and the newest waits`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        let reader = Reader<Int>()
        store.publisher(\.count).subscribe(reader)
        #expect(reader.values.isEmpty)
        store.send(.increment)
        store.send(.increment)
        reader.subscription?.request(.max(1))
        #expect(reader.values == [2])
        reader.subscription?.request(.max(2))
        for _ in 0..<4 { store.send(.increment) }
        #expect(reader.values == [2, 3, 4])
        reader.subscription?.request(.unlimited)
        #expect(reader.values == [2, 3, 4, 6])
        store.send(.increment)
        store.close()
        #expect(reader.values == [2, 3, 4, 6, 7])
        #expect(reader.isFinished)
    }

    @Test func `actions wait until they are demanded, and none is lost`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        let reader = Reader<ActionRecord<Counter.State, Counter.Action>>()
        store.actionsPublisher.subscribe(reader)
        for amount in 1...5 { store.send(.add(amount)) }
        reader.subscription?.request(.max(2))
        #expect(reader.values.map(\.state.count) == [1, 3])
        store.close()
        #expect(!reader.isFinished)
        reader.subscription?.request(.max(3))
        #expect(reader.values.map(\.action) == (1...5).map { .add($0) })
        #expect(reader.isFinished)
    }

    @Test func `a subscriber that sends during a notification misses nothing`() {
        let store = Store(initialState: Counter.State()) { Counter() }
        var heard: [Int] = []
        let cancellable = store.publisher(\.count).sink { count in
            heard.append(count)
            if count == 0 {
                store.send(.increment)
                store.send(.increment)
            }
            if count == 2 { store.send(.increment) }
        }
        #expect(heard == [0, 1, 2, 3])
        withExtendedLifetime(cancellable) {}
    }

    @Test func `operators work on it, and one that has enough cancels`() {
        let store = Store(initialState: Dashboard.State()) { Dashboard() }
        var heard: [Int] = []
        let cancellable = store.scope(state: \.counter, action: \.counter).publisher(\.count)
            .map { $0 * 10 }.prefix(3).sink { heard.append($0) }
        for _ in 0..<5 { store.send(.counter(.increment)) }
        #expect(heard == [0, 10, 20])
        withExtendedLifetime(cancellable) {}
    }

    @Test func `subscribing on another thread is subscribing on the main actor, a little later`() async throws
    {
        let store = Store(initialState: Counter.State(count: 3)) { Counter() }
        let publisher = store.publisher(\.count)
        let gate = Gate()
        let (heard, log) = (Gate(), EventLog())
        let holder = Task.detached {
            let cancellable = publisher.sink { count in
                MainActor.preconditionIsolated()
                log("\(count)")
                if count == 4 { heard.open() }
            }
            try? await gate.wait()
            cancellable.cancel()
        }
        await gate.arrival()
        store.send(.increment)
        try await heard.wait()
        gate.open()
        await holder.value
        #expect(log.events == ["3", "4"] || log.events == ["4"])
    }

    @Test func `values of other publishers are sent to a store, in order, from any thread`() async {
        let store = Store(initialState: [Int]()) {
            Reduce { (state: inout [Int], action: Int) in
                state.append(action)
                return .none
            }
        }
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.send(to: store)
        subject.send(1)
        subject.send(2)
        #expect(store.state == [1, 2])
        let handed = Handed(value: subject)
        await Task.detached { for number in 3...50 { handed.value.send(number) } }.value
        for await numbers in store.values(\.self) where numbers.count == 50 { break }
        #expect(store.state == Array(1...50))
        cancellable.cancel()
        subject.send(51)
        #expect(store.state.count == 50)
    }
}
#endif
