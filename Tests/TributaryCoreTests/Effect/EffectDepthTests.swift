// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 1: effects of any width and depth need no stack, neither when they are performed nor when they are released.
@Suite(.timeLimit(.minutes(30)))
struct EffectDepthTests {
    private static let count = 100_000

    /// How a hundred thousand effects are put together.
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
    func `law 1: a hundred thousand effects are performed in order on a small stack`(shape: Shape) {
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

    @Test func `law 1: so are identifiers in each other, also where they stand between others`() {
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
    func `a sequence of sequences goes on where operations take time, and ends when it is cancelled`()
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
