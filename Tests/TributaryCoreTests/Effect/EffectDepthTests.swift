// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 1: effects of any width and depth need no stack, neither when they are performed nor when they are released.
@Suite(.timeLimit(.minutes(30)))
struct EffectDepthTests {}

extension EffectDepthTests {
    /// Each level of a recursion would take at least 64 bytes of the small stack's 512 KB.
    private static let count = amount(100_000, inDebug: 20_000)

    /// How effects are put together.
    enum Shape: CaseIterable, Sendable {
        case sequence, merge, sequenceFromTheLeft, sequenceFromTheRight, mergeFromTheLeft, mergeFromTheRight,
            alternating

        func effect(_ count: Int) -> Effect<Int> {
            let parts = (0..<count).lazy.map { Effect.send($0) }
            return switch self {
            case .sequence: .concatenate(parts)
            case .merge: .merge(parts)
            case .sequenceFromTheLeft: parts.reduce(.none) { $0.concatenate(with: $1) }
            case .sequenceFromTheRight: parts.reversed().reduce(.none) { $1.concatenate(with: $0) }
            case .mergeFromTheLeft: parts.reduce(.none) { $0.merge(with: $1) }
            case .mergeFromTheRight: parts.reversed().reduce(.none) { $1.merge(with: $0) }
            case .alternating: .merge((0..<count / 2).map { .concatenate(.send(2 * $0), .send(2 * $0 + 1)) })
            }
        }
    }

    private enum Action: CasePathable {
        case start, sent(Int)

        struct AllCasePaths: Sendable {
            var sent: CasePath<Action, Int> {
                CasePath(embed: Action.sent) { if case .sent(let number) = $0 { number } else { nil } }
            }
        }
        static let allCasePaths = AllCasePaths()
    }

    private struct Parent {
        var child: [Int]? = []
    }

    @Test(arguments: Shape.allCases)
    func `law 1: any number of effects are performed in order on a small stack`(shape: Shape) {
        onSmallStack {
            let machine = Machine(initialState: [Int]()) {
                Reduce { (state: inout [Int], action: Int) in
                    if action >= 0 { state.append(action) }
                    return action < 0 ? shape.effect(Self.count) : .none
                }
            }
            machine.send(-1)
            #expect(machine.state.elementsEqual(0..<Self.count))
        }
    }

    @Test(arguments: [Shape.sequenceFromTheLeft, .mergeFromTheRight])
    func `law 1: so are those of a child, which become its parent's actions`(shape: Shape) {
        onSmallStack {
            let machine = Machine(initialState: Parent()) {
                Reduce { (_: inout Parent, action: Action) in
                    guard case .start = action else { return .none }
                    return shape.effect(Self.count).map { $0 }.map(Action.sent)
                }
                .ifLet(\.child, action: \.sent) {
                    Reduce { (state: inout [Int], action: Int) in
                        if action >= 0 { state.append(action) }
                        return action < 0 ? shape.effect(Self.count) : .none
                    }
                }
            }
            machine.send(.start)
            machine.send(.sent(-1))
            #expect(machine.state.child?.count == 2 * Self.count)
        }
    }

    @Test(arguments: Shape.allCases)
    func `law 1: effects that are never performed are released on a small stack`(shape: Shape) {
        onSmallStack {
            let objects = LiveObjects()
            do {
                let kept = objects.make()
                let effect = Effect.merge(shape.effect(Self.count), .run { _ in _ = kept })
                _ = effect.cancellable(id: 1).concatenate(with: .send(1)).map { $0 + 1 }
            }
            #expect(objects.count == 0)
        }
    }

    @Test func `law 1: so are nested identifiers, also between other operators`() {
        onSmallStack {
            let objects = LiveObjects()
            do {
                let kept = objects.make()
                var effect = Effect<Int>.run { _ in _ = kept }
                for id in 0..<Self.count { effect = effect.cancellable(id: id) }
                // Released as it is, without another kind of effect around it.
                var alone = Effect<Int>.run { _ in _ = kept }
                for id in 0..<Self.count { alone = alone.cancellable(id: id) }
                _ = consume alone
                for id in 0..<Self.count { effect = effect.cancellable(id: id).merge(with: .send(id)) }
                _ = consume effect
            }
            #expect(objects.count == 0)
        }
    }

    @Test func `law 1: so is the way of an action through many parents`() {
        onSmallStack {
            var way: EffectChain<Int>?
            for level in 0..<Self.count { way = EffectChain(level, way) }
            #expect(way != nil)
            way = nil
        }
    }

    @Test(arguments: 1...UInt64(amount(6, inDebug: 3)))
    func `law 1: a deep mixture of operators is performed and released on a small stack`(
        seed: UInt64
    ) {
        onSmallStack {
            let driver = EffectDriver.immortal()
            let store = driver.host {
                StoreActor(initialState: 0) {
                    Reduce { (count: inout Int, action: Int) in
                        count += action
                        return action == 0 ? EffectMixture(seed).effect(Self.count) : .none
                    }
                }
            }
            store.assumeIsolated { _ = $0.send(0) }
            driver.run()
            // Each part arrives, and once.
            store.assumeIsolated { #expect($0.state == EffectMixture(seed).count(Self.count)) }
            #expect(store.assumeIsolated { $0.runningEffectCount } == 0)
        }
    }

    @Test(arguments: 1...UInt64(amount(6, inDebug: 3)))
    func `law 1: a mixture of operators is released on a small stack`(seed: UInt64) {
        onSmallStack {
            let objects = LiveObjects()
            do {
                let kept = objects.make()
                _ = EffectMixture(seed).effect(Self.count, in: .run { _ in _ = kept })
            }
            #expect(objects.count == 0)
            // In the table of a store that is released while the mixture waits in the midst of it.
            do {
                let kept = objects.make()
                let driver = EffectDriver.immortal()
                let store = driver.host {
                    StoreActor(initialState: 0) {
                        Reduce { (count: inout Int, action: Int) in
                            count += action
                            let inner = Effect<Int>.run { _ in _ = kept }
                            return action == 0 ? EffectMixture(seed).effect(Self.count, in: inner) : .none
                        }
                    }
                }
                store.assumeIsolated { _ = $0.send(0) }
            }
        }
    }

    @Test func `law 1: a part that others still have is not taken apart`() {
        let shared = Shape.mergeFromTheLeft.effect(100)
        _ = shared.merge(with: .send(1)).merge(with: .send(2))
        let machine = Machine(initialState: [Int]()) {
            Reduce { (state: inout [Int], action: Int) in
                if action >= 0 { state.append(action) }
                return action < 0 ? shared : .none
            }
        }
        machine.send(-1)
        #expect(machine.state == Array(0..<100))
    }

    @Test @MainActor
    func `a sequence of sequences continues after suspensions, and ends when it is cancelled`()
        async
    {
        let gate = Gate()
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return Effect.run { send in await send("first") }
                .concatenate(with: .send("second"))
                .concatenate(with: .run { _ in try? await gate.wait() })
                .concatenate(with: .send("never"))
        }
        let task = log.send("start")
        await gate.arrival()
        task.cancel()
        await task.finish()
        #expect(log.state == ["start", "first", "second"])
    }
}

extension StoreActor {
    fileprivate var runningEffectCount: Int { withMachine { $0.runningEffects.count } }
}

/// Operators around each other in an order that a seed decides.
private struct EffectMixture {
    /// A clock that counts nothing.
    struct AtOnce: Clock {
        struct Instant: InstantProtocol {
            func advanced(by duration: Duration) -> Instant { self }
            func duration(to other: Instant) -> Duration { .zero }
            static func < (left: Instant, right: Instant) -> Bool { false }
        }
        var now: Instant { Instant() }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    private var generator: SeededGenerator
    private let atOnce = AtOnce()
    private let never = ManualClock()

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A side branch: usually an effect that sends nothing, because each action passes all surrounding
    /// `map`s.
    private mutating func makeSide(_ count: inout Int) -> Effect<Int> {
        switch Int.random(in: 0..<200, using: &generator) {
        case 0:
            count += 1
            return .send(1)
        case 1:
            count += 1
            return .run { send in await send(1) }
        default: return .cancel(id: "nobody")
        }
    }

    /// How many actions an effect of some depth sends.
    func count(_ depth: Int) -> Int {
        var (mixture, count) = (self, 1)
        for level in 0..<depth { _ = mixture.wrap(.none, level, &count) }
        return count
    }

    func effect(_ depth: Int, in inner: Effect<Int> = .send(1)) -> Effect<Int> {
        var (mixture, count, effect) = (self, 1, inner)
        for level in 0..<depth { effect = mixture.wrap(effect, level, &count) }
        return effect
    }

    private mutating func wrap(_ effect: Effect<Int>, _ level: Int, _ count: inout Int) -> Effect<Int> {
        switch Int.random(in: 0..<15, using: &generator) {
        case 0: effect.merge(with: makeSide(&count))
        case 1: makeSide(&count).merge(with: effect)
        case 2: effect.concatenate(with: makeSide(&count))
        case 3: makeSide(&count).concatenate(with: effect)
        case 4: effect.map { $0 }
        case 5: effect.cancellable(id: level)
        case 6: effect.cancellable(id: level, cancelInFlight: true)
        case 7: effect.cancellable(id: level, policy: .queue)
        case 8: effect.cancellable(id: level, policy: .atMost(2, whenFull: .cancelOldest))
        case 9: effect.cancellable(id: level, policy: .oldestWins)
        case 10: effect.timeout(after: .seconds(1), clock: never, sending: 1_000_000)
        case 11: effect.debounce(id: level, for: .zero, clock: atOnce)
        case 12: effect.throttle(id: level, for: .zero, clock: atOnce)
        case 13: effect.delay(for: .zero, clock: atOnce)
        default: effect.retry(.constant(attempts: 2))
        }
    }
}
