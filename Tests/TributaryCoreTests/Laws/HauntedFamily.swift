// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryTestSupport

/// A haunted house with its ghosts, and with observers of its changes.
struct HauntedFamily: Reducer {
    var body: some Reducer<HauntedHouse.State, HauntedHouse.Action> {
        HauntedHouse()
            .forEach(\.ghosts, action: \.ghosts) {
                Reduce { (_: inout HauntedHouse.Ghost, seed: Int) in Spirit.effect(seed, 0) }
            }
            .ifCaseLet(\.door.open) { Update { (_: inout HauntedHouse.Room, _: HauntedHouse.Action) in } }
            .feedback(
                { (state: HauntedHouse.State) -> Int? in
                    Intruder.visit(.query)
                    return state.number.value
                },
                operation: { _, _ in }
            )
            .onChange(of: { (state: HauntedHouse.State) -> Int in
                Intruder.visit(.change)
                return state.number.value
            }) { _, _, _ in .none }
            .filter { _ in
                Intruder.visit(.filter)
                return true
            }
    }
}

/// An identifier of effects that is hashed, compared and released by the program.
final class Spirit: Hashable, Sendable {
    let value: Int

    init(_ value: Int) { self.value = value }

    deinit { Intruder.visit(.spiritEnd) }

    static func == (left: Spirit, right: Spirit) -> Bool {
        Intruder.visit(.spiritEquality)
        return left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
        Intruder.visit(.spiritHash)
        hasher.combine(value)
    }

    /// An effect of some kinds in each other, which is the same for the same number.
    static func effect<Action: Sendable>(_ seed: Int, _ action: Action) -> Effect<Action> {
        // Reducers make it, and their own code is not under test.
        Intruder.undisturbed {
            var generator = SeededGenerator(seed: UInt64(seed))
            return effect(&generator, action, depth: 4)
        }
    }

    private static func effect<Action: Sendable>(
        _ generator: inout SeededGenerator,
        _ action: Action,
        depth: Int
    ) -> Effect<Action> {
        let spirit = Spirit(generator.number(0..<3))
        guard depth > 0 else { return leaf(generator.number(0..<4), spirit, action) }
        let inner = effect(&generator, action, depth: depth - 1)
        switch generator.number(0..<12) {
        case 0: return inner.merge(with: effect(&generator, action, depth: depth - 1))
        case 1: return inner.concatenate(with: effect(&generator, action, depth: depth - 1))
        case 2: return inner.cancellable(id: spirit)
        case 3: return inner.cancellable(id: spirit, cancelInFlight: true)
        case 4: return inner.cancellable(id: spirit, policy: .queue)
        case 5: return inner.cancellable(id: spirit, policy: .atMost(2, whenFull: .cancelOldest))
        case 6: return inner.cancellable(id: spirit, policy: .atMost(1, whenFull: .queueLatest))
        case 7: return inner.delay(for: .seconds(1))
        case 8: return inner.debounce(id: spirit, for: .seconds(1))
        case 9: return inner.throttle(id: spirit, for: .seconds(1))
        case 10: return inner.timeout(after: .seconds(1), sending: action)
        default:
            return inner.map {
                Intruder.visit(.transform)
                return $0
            }
        }
    }

    private static func leaf<Action: Sendable>(_ kind: Int, _ spirit: Spirit, _ action: Action) -> Effect<
        Action
    > {
        switch kind {
        case 0: .send(action)
        case 1: .cancel(id: spirit)
        case 2: .run { send in await send(action) }
        default: .run { _ in }
        }
    }
}
