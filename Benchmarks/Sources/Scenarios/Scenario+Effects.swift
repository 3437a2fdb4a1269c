// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TributaryCore

extension Scenario {
    /// An action, its effect, and the action that the effect sends, compared with a task that hops to an
    /// actor.
    static let effects =
        [
            Scenario("effect/round-trip", baseline: "effect/round-trip/by-hand") {
                let player = StoreActor.player()
                return { count in block { for _ in 0..<count { await player.send(.ping).finish() } } }
            },
            Scenario("effect/round-trip/by-hand") {
                let player = TaskPlayer()
                return { count in block { for _ in 0..<count { await player.ping().value } } }
            },
            Scenario("effect/chain", baseline: "effect/chain/by-hand") {
                let player = StoreActor.player()
                return { count in block { await player.send(.chain(count)).finish() } }
            },
            Scenario("effect/chain/by-hand") {
                let player = TaskPlayer()
                return { count in block { await withCheckedContinuation { player.chain(count, $0) } } }
            },
            // An action without effects, while an effect runs.
            Scenario("effect/none-beside-one") {
                let store = Store(initialState: Pinging.State()) { Pinging() }
                store.send(.sleep)
                return { count in
                    MainActor.assumeIsolated { for _ in 0..<count { store.send(.pong) } }
                }
            },
        ] + [100, 10_000].flatMap(effectsAtOnce)

    /// As many effects at once as the name says.
    private static func effectsAtOnce(_ number: Int) -> [Scenario] {
        let names = ["at-once", "start-and-cancel"].map { "effect/\($0)/\(number)" }
        return [
            Scenario(names[0], baseline: names[0] + "/by-hand", batch: number) {
                let player = StoreActor.player()
                return { count in
                    block { for _ in 0..<(count / number) { await player.pingAtOnce(number) } }
                }
            },
            Scenario(names[0] + "/by-hand", batch: number) {
                let player = TaskPlayer()
                return { count in
                    block { for _ in 0..<(count / number) { await player.pingAtOnce(number) } }
                }
            },
            Scenario(names[1], baseline: names[1] + "/by-hand", batch: number) {
                let player = StoreActor.player()
                return { count in
                    block { for _ in 0..<(count / number) { await player.startAndCancel(number) } }
                }
            },
            Scenario(names[1] + "/by-hand", batch: number) {
                let player = TaskPlayer()
                return { count in
                    block { for _ in 0..<(count / number) { await player.startAndCancel(number) } }
                }
            },
        ]
    }

    /// Lets this thread wait until asynchronous work is done elsewhere.
    static func block(_ body: @escaping @Sendable () async -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            await body()
            isDone.signal()
        }
        isDone.wait()
    }
}

/// A feature that pings itself through an effect.
struct Pinging: Reducer {
    struct State { var pongs = 0 }

    enum Action: Sendable {
        case ping, pingOnMain, pong, sleep, wake
        case chain(Int)
    }

    var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .ping:
                return .run { send in await send(.pong) }
            case .pingOnMain:
                return .run { @MainActor send in await send(.pong) }
            case .pong:
                state.pongs &+= 1
                return .none
            case .chain(let count):
                return count > 0 ? .run { send in await send(.chain(count - 1)) } : .none
            case .sleep:
                return .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: 1)
            case .wake:
                return .cancel(id: 1)
            }
        }
    }
}

extension StoreActor<Pinging.State, Pinging.Action> {
    fileprivate static func player() -> StoreActor { StoreActor(initialState: Pinging.State()) { Pinging() } }

    fileprivate func pingAtOnce(_ count: Int) async {
        for task in (0..<count).map({ _ in send(.ping) }) { await task.finish() }
    }

    fileprivate func startAndCancel(_ count: Int) async {
        let tasks = (0..<count).map { _ in send(.sleep) }
        send(.wake)
        for task in tasks { await task.finish() }
    }
}

/// The same without a store.
private actor TaskPlayer {
    private var pongs = 0

    func ping() -> Task<Void, Never> { Task.detached { await self.pong() } }

    private func pong() { pongs &+= 1 }

    nonisolated func chain(_ count: Int, _ continuation: CheckedContinuation<Void, Never>) {
        Task.detached { await self.link(count, continuation) }
    }

    private func link(_ count: Int, _ continuation: CheckedContinuation<Void, Never>) {
        pongs &+= 1
        if count > 0 { chain(count - 1, continuation) } else { continuation.resume() }
    }

    func pingAtOnce(_ count: Int) async {
        for task in (0..<count).map({ _ in ping() }) { await task.value }
    }

    func startAndCancel(_ count: Int) async {
        let tasks = (0..<count).map { _ in
            Task.detached { do { try await Task.sleep(for: .seconds(1_000)) } catch {} }
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
