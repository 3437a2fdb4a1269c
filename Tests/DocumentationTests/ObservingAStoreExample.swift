// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Observation
import Tributary

// page: feature
struct Basket: Reducer {
    struct State: Equatable, Sendable {
        var items: [String] = []
        var isOpen = false
        var prices: IdentifiedArrayOf<Price> = [Price(id: "tea", cents: 300), Price(id: "milk", cents: 100)]
        var total: Int { items.count * 5 }
    }

    struct Price: Equatable, Identifiable, Sendable {
        let id: String
        var cents: Int
    }

    enum Action: Sendable { case add(String), open, reprice(String, Int) }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .add(let item): state.items.append(item)
            case .open: state.isOpen = true
            case .reprice(let id, let cents): state.prices[id: id]?.cents = cents
            }
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct ObservingAStore {
    private func store() -> StoreOf<Basket> { Store(initialState: Basket.State()) { Basket() } }

    func closure() -> [String] {
        let store = store()
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: closure
        let token = store.observe(\.total) { total in print(total) }  // prints 0 at once
        store.send(.add("tea"))  // prints 5
        store.send(.open)  // prints nothing
        token.cancel()
        // page: end
        return printed.lines
    }

    func rows() -> [String] {
        let store = store()
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: rows
        let prices = store.scope(rows: \.prices).map { price in
            price.observe(\.cents) { cents in print(cents) }  // prints 300, then 100
        }
        store.send(.reprice("tea", 350))  // prints 350; the other price is not even compared
        // page: end
        withExtendedLifetime(prices) {}
        return printed.lines
    }

    func sequence() async -> [String] {
        let store = store()
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: sequence
        let totals = store.values(\.total)
        store.send(.add("tea"))
        store.close()
        for await total in totals { print(total) }  // prints 0, then 5
        // page: end
        return printed.lines
    }

    func observation() -> [String] {
        let store = store()
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: observation
        withObservationTracking {
            print(store.total)  // prints 0
        } onChange: {
            print("changed")  // when the total changes, once
        }
        store.send(.open)  // nothing: the total is the same
        store.send(.add("tea"))  // prints "changed"
        // page: end
        return printed.lines
    }

    func component() -> String {
        let store = store()
        // page: component
        final class Label: Component {
            var text = ""

            func render(_ props: String) { text = props }
        }

        let label = Label()
        let connection = label.connect(to: store, state: \.items.count) { count in "\(count) in the basket" }
        store.send(.add("tea"))  // the label's text is "1 in the basket"
        // page: end
        withExtendedLifetime(connection) {}
        return label.text
    }

    func toast() -> [String] {
        let store = store()
        // page: toast
        final class Toast: Component {
            var shown: [String] = []

            func render(_ props: String) { shown.append(props) }
        }

        let toast = Toast()
        let connection = toast.connect(toActionsOf: store) { record in
            if case .add(let item) = record.action { "\(item) is in the basket" } else { nil }
        }
        store.send(.add("tea"))
        store.send(.add("tea"))  // the toast was shown twice
        // page: end
        withExtendedLifetime(connection) {}
        return toast.shown
    }

    func service() async -> [[String]] {
        let store = store()
        // page: archive
        let archive = Archive()
        let connection = archive.connect(to: store, state: \.items)
        store.send(.add("tea"))
        store.send(.add("milk"))  // the archive saves [], then ["tea"], then ["tea", "milk"]
        // page: end
        defer { withExtendedLifetime(connection) {} }
        return await archive.saved(3)
    }

    func listener() -> [String] {
        let store = store()
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: listener
        let listener = store.onAction { record in print("\(record.action): \(record.state.total)") }
        store.send(.add("tea"))  // prints add("tea"): 5
        // page: end
        withExtendedLifetime(listener) {}
        return printed.lines
    }

    func actions() async -> [String] {
        let store = store()
        let printed = Printed()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: actions
        let actions = store.actions
        store.send(.open)
        store.close()
        for await record in actions { print(record.action) }  // prints open
        // page: end
        return printed.lines
    }
}

// page: service
actor Archive: ServiceComponent {
    private(set) var saved: [[String]] = []

    func render(_ props: [String]) async { saved.append(props) }
}
// page: end

extension Archive {
    /// The saved values, once there are this many.
    fileprivate func saved(_ count: Int) async -> [[String]] {
        while saved.count < count { await Task.yield() }
        return saved
    }
}
