// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary
import TributaryCombine

#if canImport(Combine) || OpenCombine
// page: till
struct Till: Reducer {
    struct State: Equatable { var due = 10 }

    @CasePathable
    enum Action: Sendable {
        case input(Int)  // a coin
        case output(String)  // a message
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            guard case .input(let coin) = action else { return .none }
            state.due -= coin
            return .send(.output(state.due > 0 ? "\(state.due) to pay" : "Thank you."))
        }
    }
}
// page: end

// page: delivery
struct Delivery: Reducer {
    enum Action: Sendable { case order, arrived(String) }

    var body: some Reducer<[String], Action> {
        Reduce { items, action in
            switch action {
            case .order:
                return .publisher({ ["tea", "milk"].publisher }, action: Action.arrived)
            case .arrived(let item):
                items.append(item)
                return .none
            }
        }
    }
}
// page: end

/// The article's examples with publishers.
@MainActor
struct ObservingWithCombine {
    private let store = Store(initialState: Basket.State()) { Basket() }
    private let printed = Printed()

    func values() -> [String] {
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: publisher
        let cancellable = store.publisher(\.total)
            .map { "\($0) euros" }
            .sink { text in print(text) }  // prints "0 euros" at once
        store.send(.add("tea"))  // prints "5 euros"
        // page: end
        withExtendedLifetime(cancellable) {}
        return printed.lines
    }

    func actions() -> [String] {
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: actions published
        let cancellable = store.actionsPublisher
            .map(\.action)
            .sink { action in print(action) }
        store.send(.open)  // prints open
        store.send(.open)  // prints open
        // page: end
        withExtendedLifetime(cancellable) {}
        return printed.lines
    }

    func sending() -> [String] {
        // page: sending
        let scanner = PassthroughSubject<String, Never>()
        let cancellable = scanner.map { Basket.Action.add($0) }.send(to: store)
        scanner.send("tea")  // the basket has tea in it
        // page: end
        withExtendedLifetime(cancellable) {}
        return store.items
    }

    func module() -> [String] {
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: module
        let till = Module(Till(), initialState: .init(), input: \.input, output: \.output)
        let coins = PassthroughSubject<Int, Never>()
        let cancellables = [
            coins.send(to: till),
            till.outputsPublisher.sink { text in print(text) },
        ]
        coins.send(5)  // prints 5 to pay
        coins.send(5)  // prints Thank you.
        // page: end
        withExtendedLifetime(cancellables) {}
        return printed.lines
    }

    func effect() async -> [String] {
        let store = Store(initialState: [String]()) { Delivery() }
        await store.send(.order).finish()
        return store.state
    }
}
#endif
