// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary
import TributaryTesting

/// A checkout: pay, cancel, and pay again.
struct Checkout: Reducer {
    enum Phase: Hashable { case idle, paying, cancelled, paid, declined }

    struct State: Hashable {
        var phase = Phase.idle
        var attempt = 0
    }

    enum Action: Hashable { case pay, cancel, answered(BankAnswer) }

    /// Whether all attempts have the key of the order, so that the bank charges once.
    let hasOrderKey: Bool
    @Dependency(\.charge) var charge

    private enum Identifier { case charge }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .pay:
            guard state.phase != .paying, state.phase != .paid else { return .none }
            state.phase = .paying
            state.attempt += 1
            let key = hasOrderKey ? 1 : state.attempt
            return .run(name: "charge") { [charge] send in await send(.answered(try await charge(key))) }
                .cancellable(id: Identifier.charge, cancelInFlight: true)
        case .cancel:
            guard state.phase == .paying else { return .none }
            state.phase = .cancelled
            return .cancel(id: Identifier.charge)
        case .answered(.charged): state.phase = .paid
        case .answered(.declined): state.phase = .declined
        case .answered(.lost): state.phase = .idle
        }
        return .none
    }
}

enum ChargeKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (_ key: Int) async throws -> BankAnswer {
        { _ in .declined }
    }
}

extension Dependencies {
    var charge: @Sendable (_ key: Int) async throws -> BankAnswer {
        get { self[ChargeKey.self] }
        set { self[ChargeKey.self] = newValue }
    }
}

enum BankAnswer: Hashable { case charged, declined, lost }

/// A bank that charges once for each key.
struct Bank: Hashable {
    var keys: [Int] = []
    var chargeCount = 0

    mutating func charge(_ key: Int) {
        guard !keys.contains(key) else { return }
        keys.append(key)
        chargeCount += 1
    }
}

extension World<Bank> {
    /// Charges, declines, or charges and loses the answer.
    func charge(_ key: Int) async throws -> BankAnswer {
        try await choose("charge \(key)", from: [.charged, .declined, .lost]) { answer, bank in
            if answer != .declined { bank.charge(key) }
        }
    }
}

/// Search as one types: debounced, with an answer that may be stale.
struct Lookup: Reducer {
    struct State: Hashable {
        var query = ""
        var results = ""
        var isLoading = false
    }

    enum Action: Hashable { case typed(String), clear, search(String), found(String) }

    /// Whether a newer question cancels the answer to an older one, and not only its wait.
    let cancelsAnswers: Bool

    private enum Identifier { case search }

    private func request(_ query: String) -> Effect<Action> {
        .run(name: "search") { send in
            await send(.found(try await choose("search \(query)", from: ["found \(query)", ""])))
        }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .typed(let text):
            state.query += text
            state.isLoading = true
            guard !cancelsAnswers else {
                return request(state.query).debounce(id: Identifier.search, for: .milliseconds(300))
            }
            return Effect.run(name: "wait") { [query = state.query] send in await send(.search(query)) }
                .debounce(id: Identifier.search, for: .milliseconds(300))
        case .search(let query): return request(query)
        case .clear:
            state = State()
            return .cancel(id: Identifier.search)
        case .found(let results):
            state.results = results
            state.isLoading = false
        }
        return .none
    }
}

/// Polls a server until it is ready.
struct Polling: Reducer {
    struct State: Hashable {
        var hasStarted = false
        var isDone = false
        var isDark = false
    }

    enum Action: Hashable { case start, toggle, answered(isReady: Bool) }

    /// Whether the server may never be ready.
    let isEndless: Bool

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start, .answered(isReady: false):
            state.hasStarted = true
            let answers = isEndless ? [true, false] : [true]
            return .run(name: "poll") { send in
                await send(.answered(isReady: try await choose("poll", from: answers)))
            }
        case .toggle: state.isDark.toggle()
        case .answered(isReady: true): state.isDone = true
        }
        return .none
    }
}

/// Some effects of one step each.
struct Many: Reducer {
    struct State: Hashable {
        var hasBegun = false
        var arrived: Set<Int> = []
    }

    enum Action: Hashable { case go, arrived(Int) }

    let count: Int

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .go:
            state.hasBegun = true
            return .merge((0..<count).map { number in .run { send in await send(.arrived(number)) } })
        case .arrived(let number):
            state.arrived.insert(number)
            return .none
        }
    }
}

/// Two-phase commit: each message is an effect in flight, so that they arrive in any order.
struct Commit: Reducer {
    enum Phase: UInt8, Hashable { case working, prepared, committed, aborted }

    struct State: Hashable {
        var resources: [Phase]
        var decision: Phase?
        var prepared: Set<Int> = []
    }

    enum Action: Hashable {
        case prepare(Int), abortAlone(Int), commit, abort
        case hasPrepared(Int), committed(Int), aborted(Int)
    }

    let count: Int

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .prepare(let index):
            state.resources[index] = .prepared
            return .run { send in await send(.hasPrepared(index)) }
        case .abortAlone(let index): state.resources[index] = .aborted
        case .hasPrepared(let index): if state.decision == nil { state.prepared.insert(index) }
        case .commit:
            state.decision = .committed
            return .merge((0..<count).map { index in .run { send in await send(.committed(index)) } })
        case .abort:
            state.decision = .aborted
            return .merge((0..<count).map { index in .run { send in await send(.aborted(index)) } })
        case .committed(let index): state.resources[index] = .committed
        case .aborted(let index): state.resources[index] = .aborted
        }
        return .none
    }

    /// The possible actions of a user or a resource.
    static func actions(_ state: State) -> [Action] {
        var actions: [Action] = []
        for (index, phase) in state.resources.enumerated() where phase == .working {
            actions += [.prepare(index), .abortAlone(index)]
        }
        if state.decision == nil {
            if state.prepared.count == state.resources.count { actions.append(.commit) }
            actions.append(.abort)
        }
        return actions
    }

    static func initialState(_ count: Int) -> State {
        State(resources: Array(repeating: .working, count: count))
    }
}

/// The same with the messages in the state, and no effects.
struct CommitInState: Reducer {
    struct State: Hashable {
        var resources: [Commit.Phase]
        var decision: Commit.Phase?
        var sent: UInt32 = 0
        var known: UInt32 = 0
    }

    enum Action: Hashable {
        case prepare(Int), abortAlone(Int), commit, abort, hasPrepared(Int), committed(Int), aborted(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .prepare(let index):
            state.resources[index] = .prepared
            state.sent |= 1 << UInt32(index)
        case .abortAlone(let index), .aborted(let index): state.resources[index] = .aborted
        case .commit: state.decision = .committed
        case .abort: state.decision = .aborted
        case .hasPrepared(let index): state.known |= 1 << UInt32(index)
        case .committed(let index): state.resources[index] = .committed
        }
        return .none
    }

    static func actions(_ state: State) -> [Action] {
        let count = state.resources.count
        var actions: [Action] = []
        if state.decision == nil {
            if state.known == (1 << UInt32(count)) - 1 { actions.append(.commit) }
            actions.append(.abort)
        }
        for index in 0..<count {
            if state.decision == nil, state.sent & (1 << UInt32(index)) != 0 {
                actions.append(.hasPrepared(index))
            }
            if state.resources[index] == .working { actions += [.prepare(index), .abortAlone(index)] }
            if state.decision == .committed { actions.append(.committed(index)) }
            if state.decision == .aborted { actions.append(.aborted(index)) }
        }
        return actions
    }

    static func initialState(_ count: Int) -> State {
        State(resources: Array(repeating: .working, count: count))
    }
}
