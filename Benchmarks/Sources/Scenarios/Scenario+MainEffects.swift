// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore

extension Scenario {
    /// The effects of a store on the main actor, compared with tasks that hop there.
    static let mainEffects =
        [
            Scenario("effect/main/round-trip", baseline: "effect/main/round-trip/by-hand") {
                let store = Store(initialState: Pinging.State()) { Pinging() }
                return { count in blockMain { for _ in 0..<count { await store.send(.ping).finish() } } }
            },
            Scenario("effect/main/round-trip/by-hand") {
                let counter = MainCounter()
                return { count in blockMain { for _ in 0..<count { await counter.ping().value } } }
            },
            Scenario("effect/main/round-trip/isolated", baseline: "effect/main/round-trip/by-hand") {
                let store = Store(initialState: Pinging.State()) { Pinging() }
                return { count in blockMain { for _ in 0..<count { await store.send(.pingOnMain).finish() } }
                }
            },
        ] + [100, 10_000].flatMap(mainEffectsAtOnce)

    /// As many effects at once as the name says.
    private static func mainEffectsAtOnce(_ number: Int) -> [Scenario] {
        let name = "effect/main/at-once/\(number)"
        return [
            Scenario(name, baseline: name + "/by-hand", batch: number) {
                let store = Store(initialState: Pinging.State()) { Pinging() }
                return { count in
                    blockMain {
                        for _ in 0..<(count / number) {
                            for task in (0..<number).map({ _ in store.send(.ping) }) { await task.finish() }
                        }
                    }
                }
            },
            Scenario(name + "/by-hand", batch: number) {
                let counter = MainCounter()
                return { count in
                    blockMain {
                        for _ in 0..<(count / number) {
                            for task in (0..<number).map({ _ in counter.ping() }) { await task.value }
                        }
                    }
                }
            },
        ]
    }

    /// Runs the main thread's loop until something asynchronous is done on it.
    static func blockMain(_ body: @escaping @Sendable @MainActor () async -> Void) {
        nonisolated(unsafe) var isDone = false
        Task { @MainActor in
            await body()
            isDone = true
        }
        while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
}

@MainActor
private final class MainCounter {
    private var pongs = 0

    func ping() -> Task<Void, Never> { Task.detached { await self.pong() } }

    private func pong() { pongs &+= 1 }
}
