// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

// page: siblings
struct Checkout: Reducer {
    struct State: Equatable {
        var basket = Goods.State()
        var bill = Bill.State()
    }

    @CasePathable
    enum Action {
        case basket(Goods.Action)
        case bill(Bill.Action)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.basket, action: \.basket) { Goods() }
        Scope(state: \.bill, action: \.bill) { Bill() }
        Reduce { state, action in
            switch action {
            case .basket(.output(.added(price: let price))): .send(.bill(.input(.charge(price))))
            case .basket, .bill: .none
            }
        }
    }
}
// page: end

// page: helper
struct Goods: Reducer {
    struct State: Equatable {
        var prices: [Int] = []
        var isLarge = false
    }

    @CasePathable
    enum Action {
        case add(price: Int)
        case addAll([Int])
        case output(Output)

        enum Output: Equatable { case added(price: Int) }
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .add(price: let price): add([price], to: &state)
            case .addAll(let prices): add(prices, to: &state)
            case .output: .none
            }
        }
    }

    /// Shared by both actions.
    private func add(_ prices: [Int], to state: inout State) -> Effect<Action> {
        state.prices += prices
        state.isLarge = state.prices.count > 10
        return .merge(prices.map { .send(.output(.added(price: $0))) })
    }
}
// page: end

struct Bill: Reducer {
    struct State: Equatable { var sum = 0 }

    @CasePathable
    enum Action {
        case input(Input)

        enum Input: Equatable { case charge(Int) }
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .input(.charge(let price)): state.sum += price
            }
        }
    }
}

// page: observer
/// A window of any framework, or none.
@MainActor
final class BillWindow {
    private(set) var title = ""
    private var token: ObservationToken?

    func show(_ store: StoreOf<Checkout>) {
        token = store.observe(\.bill.sum) { [weak self] sum in self?.title = "\(sum) to pay" }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct Questions {
    func used() -> [String] {
        let window = BillWindow()
        // page: start
        let store = Store(initialState: Checkout.State()) { Checkout() }
        store.send(.basket(.addAll([2, 3])))
        // page: end
        window.show(store)
        store.send(.basket(.add(price: 5)))
        return ["\(store.basket.prices)", window.title]
    }
}
