// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Operations that are isolated to one actor start there in the order in which they are written.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectStartTests {}

extension EffectStartTests {
    @globalActor
    actor Narrator { static let shared = Narrator() }

    private static let rounds = 100

    /// Three operations on the main actor, each with something around it.
    private func effect(_ name: String, _ log: EventLog) -> Effect<String> {
        let effect = Effect<String>.run { @MainActor _ in log(name) }
        switch name {
        case "1": return effect.retry(.constant(attempts: 2))
        case "2": return .concatenate(effect, .run { _ in })
        default: return effect.cancellable(id: name).map { $0 }
        }
    }

    @Test func `those of combined reducers start on the main actor in the order of the reducers`() async {
        for _ in 0..<Self.rounds {
            let log = EventLog()
            let store = Store(initialState: 0) {
                for name in ["1", "2", "3"] {
                    Reduce { (_: inout Int, _: String) in effect(name, log) }
                }
            }
            await store.send("go").finish()
            #expect(log.events == ["1", "2", "3"])
        }
    }

    @Test func `those of several actions, and the store's own, start in the order of the sends`() async {
        for _ in 0..<Self.rounds {
            let log = EventLog()
            let store = Store(initialState: 0) {
                Reduce { (_: inout Int, action: String) in .run { @MainActor _ in log(action) } }
            }
            let tasks = [store.send("1"), store.send("2"), store.run { _ in log("3") }, store.send("4")]
            for task in tasks { await task.finish() }
            #expect(log.events == ["1", "2", "3", "4"])
        }
    }

    @Test func `those on another actor start there in order, even if its executor is the store's`() async {
        for round in 0..<Self.rounds {
            let log = EventLog()
            let home: (any Actor)? = round.isMultiple(of: 2) ? Narrator.shared : nil
            let store = StoreActor(initialState: 0, sharingExecutorOf: home) {
                for name in ["1", "2", "3"] {
                    Reduce { (_: inout Int, _: String) in .run { @Narrator _ in log(name) } }
                }
            }
            await store.send("go").finish()
            #expect(log.events == ["1", "2", "3"])
        }
    }

    @Test func `effects of a store on its own actor start in the order of the calls`() async {
        for _ in 0..<Self.rounds {
            let log = EventLog()
            let store = StoreActor(initialState: 0) { EmptyReducer<Int, Int>() }
            for task in await store.start(["1", "2", "3"], log) { await task.finish() }
            #expect(log.events == ["1", "2", "3"])
        }
    }

    @Test func `an operation runs on the actor it is isolated to, from its start to its end`() async {
        let store = Store(initialState: 0) {
            Reduce { (count: inout Int, action: String) in
                guard action == "go" else {
                    count += 1
                    return .none
                }
                return .run { @Narrator send in
                    Narrator.shared.assertIsolated()
                    await send("there")
                    Narrator.shared.assertIsolated()
                } catch: { _, _ in
                }
            }
        }
        await store.send("go").finish()
        #expect(store.state == 1)
    }
}

extension StoreActor {
    fileprivate func start(_ names: [String], _ log: EventLog) -> [StoreTask] {
        names.map { name in run { _ in log(name) } }
    }
}
