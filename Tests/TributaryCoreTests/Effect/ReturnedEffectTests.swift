// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The lifetime of the effects that a reducer returns.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReturnedEffectTests {}

extension ReturnedEffectTests {
    @Test func `a thunk is an effect that reads, waits and sends`() async {
        let log = EffectLog { action in
            guard action == "load" else { return .none }
            return .run { send in await send("loaded") }
        }
        let thunk = log.store.run { store in
            store.send("loading after \(store.state.count)")
            await store.send("load").finish()
            if store.state.last == "loaded" { store.send("done after \(store.state.count)") }
        }
        log.send("before")
        await thunk.finish()
        #expect(log.state == ["before", "loading after 1", "load", "loaded", "done after 4"])
    }

    @Test func `an effect that a reducer returns runs after its action, outside the actor`() async {
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .run { send in
                let isolation: (any Actor)? = #isolation
                await send("isolated: \(isolation != nil)")
            }
        }
        let task = log.send("start")
        #expect(log.state == ["start"])
        await task.finish()
        #expect(log.state == ["start", "isolated: false"])
    }

    @Test func `none is dropped, nested effects are flattened, and a sequence keeps its order`() async {
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .concatenate(
                .none,
                .concatenate(.run { send in await send("1") }, .none, .run { send in await send("2") }),
                .merge(.none, .concatenate(.send("3"))),
                .run { send in await send("4") }
            )
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "1", "2", "3", "4"])
    }

    @Test func `immediate actions are reduced after the action, first in, first out`() {
        let log = EffectLog { action in
            switch action {
            case "start": .merge(.send("1"), .send("2"))
            case "1": .send("3")
            case "2": .concatenate(.send("4"), .send("5"))
            default: .none
            }
        }
        log.send("start")
        #expect(log.state == ["start", "1", "2", "3", "4", "5"])
    }

    @Test func `an effect may send nothing at all, and be cancelled while it runs`() async {
        let gate = Gate()
        let log = EffectLog { action in
            switch action {
            case "start": .run { _ in try await gate.wait() }.cancellable(id: 1, cancelInFlight: true)
            case "stop": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("start")
        await gate.arrival()
        log.send("stop")
        await task.finish()
        #expect(log.state == ["start", "stop"])
        #expect(log.recorder.identifiers.isEmpty)
    }

    @Test(arguments: [true, false])
    func `an action may carry the result of an effect`(succeeds: Bool) async {
        struct Failure: Error, Equatable {}
        enum Action { case load, loaded(Result<Int, Failure>) }
        let store = Store(initialState: [Result<Int, Failure>]()) {
            Reduce { (state: inout [Result<Int, Failure>], action: Action) in
                switch action {
                case .load:
                    return .run { send in
                        await send(.loaded(succeeds ? .success(7) : .failure(Failure())))
                    }
                case .loaded(let result):
                    state.append(result)
                    return .none
                }
            }
        }
        await store.send(.load).finish()
        #expect(store.state == [succeeds ? .success(7) : .failure(Failure())])
    }
}
