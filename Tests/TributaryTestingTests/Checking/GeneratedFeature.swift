// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary
import TributaryTesting

/// An operation of a generated effect on the registers.
enum Operation: Hashable {
    case add(Int, Int), set(Int, Int), double(Int), copy(Int, Int)
    /// Sets a register to the value that another had when the effect began.
    case captured(Int)
    case cancel(Int), start(Int), removeChild, makeChild
    /// Pushes and pops pages, or replaces all of them by equal ones.
    case push, pop, replacePages
}

/// A generated effect, with every operator.
indirect enum Work: Hashable {
    case steps(Int, [Operation], asks: Bool)
    case failing(Int, Operation)
    case sleeping(Int, Operation)
    case stream(Int, [Operation])
    case follow(Operation)
    case cancel(Int)
    case cancellable(Work, Int, inFlight: Bool)
    case policy(Work, Int, Int)
    case delay(Work)
    case debounce(Work, Int)
    case throttle(Work, Int, latest: Bool)
    case timeout(Work, Operation)
    case retry(Work)
    case merge([Work])
    case concatenate([Work])
}

/// Registers that generated effects change, a child that they may remove, and pages that they may push and pop.
struct Registers: Reducer {
    struct State: Hashable {
        var values = [0, 0]
        var started: Set<Int> = []
        var child: Int? = 0
        var path: Stack<Int> = [0]
    }

    enum Action: Hashable, CasePathable {
        case go
        case does(Operation, seen: Int)
        case child(ChildAction)
        case path(StackAction<Int, ChildAction>)

        struct AllCasePaths: Sendable {
            var path: CasePath<Action, StackAction<Int, ChildAction>> {
                CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }
            }
            var child: CasePath<Action, ChildAction> {
                CasePath(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    enum ChildAction: Hashable { case go, does(Operation, seen: Int) }

    struct Failure: Error {}

    let works: [Work]
    @Dependency(\.clock) private var clock

    var body: some Reducer<State, Action> {
        Reduce { [works] state, action in
            switch action {
            case .go:
                state.started.insert(0)
                return effect(works[0], state.values[0]) { .does($0, seen: $1) }
            case .does(let operation, let seen): return apply(operation, seen, &state)
            case .path(.element(_, .does(let operation, let seen))):
                // An effect of a page may pop it.
                switch operation {
                case .push, .pop, .replacePages: return apply(operation, seen, &state)
                default: return .none
                }
            case .child, .path: return .none
            }
        }
        .ifLet(\.child, action: \.child) { part(works[2]) }
        .forEach(stack: \.path, action: \.path) { part(works[3]) }
    }

    private func part(_ work: Work) -> some Reducer<Int, ChildAction> {
        Reduce<Int, ChildAction> { state, action in
            switch action {
            case .go: return effect(work, state) { .does($0, seen: $1) }
            case .does(_, let seen):
                state = (state * 3 + seen + 1) % 5
                return .none
            }
        }
    }

    private func apply(_ operation: Operation, _ seen: Int, _ state: inout State) -> Effect<Action> {
        switch operation {
        case .add(let register, let value): state.values[register] = (state.values[register] + value) % 7
        case .set(let register, let value): state.values[register] = value
        case .double(let register): state.values[register] = state.values[register] * 2 % 7
        case .copy(let register, let other): state.values[register] = state.values[other]
        case .captured(let register): state.values[register] = seen
        case .cancel(let id): return .cancel(id: id)
        case .start(let index):
            guard state.started.insert(index).inserted else { return .none }
            if index == 2, state.child != nil { return .send(.child(.go)) }
            if index > 2 {
                return state.path.ids.last.map { .send(.path(.element(id: $0, action: .go))) } ?? .none
            }
            return effect(works[index], state.values[0]) { .does($0, seen: $1) }
        case .removeChild: state.child = nil
        case .makeChild: state.child = state.child ?? 4
        case .push: if state.path.count < 3 { state.path.append(0) }
        case .pop: state.path.pop()
        case .replacePages: state.path = Stack(state.path)
        }
        return .none
    }

    private func effect<A: Sendable>(
        _ work: Work,
        _ seen: Int,
        _ action: @escaping @Sendable (Operation, Int) -> A
    ) -> Effect<A> {
        let clock = clock
        func part(_ work: Work) -> Effect<A> { effect(work, seen, action) }
        switch work {
        case .steps(let name, let operations, let asks):
            return .run(name: "\(name)") { send in
                for operation in operations {
                    if asks { _ = try await choose("question \(name)", from: [1]) }
                    await send(action(operation, seen))
                }
            }
        case .failing(let name, let operation):
            return .run(name: "\(name)") { send in
                guard try await choose("fails \(name)", from: [false, true]) else {
                    return await send(action(operation, seen))
                }
                throw Failure()
            } catch: { _, send in
                await send(action(.set(1, 5), seen))
            }
        case .sleeping(let name, let operation):
            return .run(name: "\(name)") { send in
                try await clock.sleep(for: .seconds(1))
                await send(action(operation, seen))
            } catch: { _, _ in
            }
        case .stream(let name, let operations):
            return .stream(
                {
                    AsyncStream<Operation> { continuation in
                        for operation in operations { continuation.yield(operation) }
                        continuation.finish()
                    }
                },
                name: "\(name)"
            ) { action($0, seen) }
        case .follow(let operation): return .send(action(operation, seen))
        case .cancel(let id): return .cancel(id: id)
        case .cancellable(let work, let id, let inFlight):
            return part(work).cancellable(id: id, cancelInFlight: inFlight)
        case .policy(let work, let id, let index):
            return part(work).cancellable(id: id, policy: Registers.policies[index])
        case .delay(let work): return part(work).delay(for: .seconds(1))
        case .debounce(let work, let id): return part(work).debounce(id: id, for: .seconds(1))
        case .throttle(let work, let id, let latest):
            return part(work).throttle(id: id, for: .seconds(1), latest: latest)
        case .timeout(let work, let operation):
            return part(work).timeout(after: .seconds(1), sending: action(operation, seen))
        case .retry(let work): return part(work).retry(.constant(attempts: 2, delay: .seconds(1)))
        case .merge(let works): return .merge(works.map(part))
        case .concatenate(let works): return .concatenate(works.map(part))
        }
    }

    static let policies: [EffectPolicy] = [
        .queue, .oldestWins, .atMost(1, whenFull: .queueLatest), .atMost(2),
        .atMost(2, whenFull: .cancelOldest),
    ]
}

/// Generates works.
struct WorkGenerator {
    var random: SeededGenerator
    var name = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    /// The effects of the whole state, first and later, of its child, and of a page.
    mutating func scenario() -> [Work] {
        [.merge((0..<2 + number(2)).map { _ in work(2) }), work(2), work(1), work(1)]
    }

    private mutating func operation() -> Operation {
        switch number(16) {
        case 0, 1: .add(number(2), 1 + number(3))
        case 2, 3: .set(number(2), number(4))
        case 4: .double(number(2))
        case 5: .copy(number(2), number(2))
        case 6: .captured(number(2))
        case 7, 8: .cancel(number(3))
        case 9: .start(1 + number(2))
        case 10: .removeChild
        // A page gets its effect up to two times.
        case 11, 12: .start(3 + number(2))
        case 13: .push
        case 14: [.pop, .replacePages][number(2)]
        default: number(2) == 0 ? .makeChild : .start(2)
        }
    }

    private mutating func work(_ depth: Int) -> Work {
        guard depth > 0, number(4) > 0 else { return leaf() }
        switch number(12) {
        case 0, 1: return .cancellable(work(depth - 1), number(3), inFlight: number(2) == 0)
        case 2, 3: return .policy(work(depth - 1), number(3), number(Registers.policies.count))
        case 4: return .delay(work(depth - 1))
        case 5: return .debounce(work(depth - 1), number(3))
        case 6: return .throttle(work(depth - 1), number(3), latest: number(2) == 0)
        case 7, 8: return .timeout(work(depth - 1), operation())
        case 9: return .retry(.failing(newName(), operation()))
        case 10: return .merge([work(depth - 1), leaf()])
        default: return .concatenate([work(depth - 1), leaf()])
        }
    }

    private mutating func newName() -> Int {
        name += 1
        return name
    }

    private mutating func leaf() -> Work {
        switch number(9) {
        case 0, 1, 2: .steps(newName(), (0..<1 + number(2)).map { _ in operation() }, asks: number(2) == 0)
        case 3: .failing(newName(), operation())
        case 4, 5: .sleeping(newName(), operation())
        case 6: .stream(newName(), [operation()])
        case 7: .follow(operation())
        default: .cancel(number(3))
        }
    }
}
