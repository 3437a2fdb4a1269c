// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// page: counter
import Tributary

struct Counter: Reducer {
    struct State: Equatable {
        var count = 0
        var fact: String?
    }

    @CasePathable
    enum Action {
        case increment
        case askForFact
        case answered(String)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .increment:
                state.count += 1
                return .none
            case .askForFact:
                return .run { [count = state.count] send in
                    await send(.answered("\(count) is \(count.isMultiple(of: 2) ? "even" : "odd")."))
                }
            case .answered(let fact):
                state.fact = fact
                return .none
            }
        }
    }
}
// page: end

// page: two
struct TwoCounters: Reducer {
    struct State: Equatable {
        var left = Counter.State()
        var right: Counter.State?
    }

    @CasePathable
    enum Action {
        case left(Counter.Action)
        case right(Counter.Action)
        case toggleRight
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.left, action: \.left) { Counter() }
        Update { state, action in
            if case .toggleRight = action { state.right = state.right == nil ? Counter.State() : nil }
        }
        .ifLet(\.right, action: \.right) { Counter() }
    }
}
// page: end

@MainActor
func useCounter() async -> [Int] {
    var printed: [Int] = []
    func print(_ count: Int) { printed.append(count) }
    // page: use
    let store = Store(initialState: Counter.State()) { Counter() }
    let token = store.observe(\.count) { count in print(count) }  // prints 0 at once
    store.send(.increment)  // prints 1
    await store.send(.askForFact).finish()  // waits for the effect and for what it sent
    assert(store.fact == "1 is odd.")
    // page: end
    token.cancel()
    return printed
}

@MainActor
func useTwoCounters() -> Int? {
    // page: scope
    let store = Store(initialState: TwoCounters.State()) { TwoCounters() }
    store.send(.toggleRight)
    if let right = store.scope(state: \.right, action: \.right) {
        right.send(.increment)  // a `StoreOf<Counter>`, which knows nothing of its parent
    }
    // page: end
    return store.right?.count
}
