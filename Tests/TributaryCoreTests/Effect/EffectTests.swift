// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The actions of effects, and their order.
///
/// The actions are texts, and the state is the list of them.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectTests {}

extension EffectTests {
    private typealias Log = Store<[String], String>

    private func log(
        _ recorder: DiagnosticRecorder = DiagnosticRecorder(),
        effect: @escaping (String) -> Effect<String>
    ) -> Log {
        Log(initialState: []) {
            Reduce { state, action in
                state.append(action)
                return effect(action)
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `run sends actions, each of which is reduced before send returns`() async {
        let store = log { action in
            guard action == "start" else { return .none }
            return .run { send in
                await send("first")
                await send("second")
            }
        }
        await store.send("start").finish()
        #expect(store.state == ["start", "first", "second"])
    }

    @Test func `an error goes to catch, which may send`() async {
        struct Failure: Error {}
        let store = log { action in
            guard action == "start" else { return .none }
            return .run { _ in
                throw Failure()
            } catch: { error, send in
                await send("caught \(error)")
            }
        }
        await store.send("start").finish()
        #expect(store.state == ["start", "caught Failure()"])
    }

    @Test func `an uncaught error is a diagnostic with its place`() async {
        struct Failure: Error {}
        let recorder = DiagnosticRecorder()
        let store = log(recorder) { _ in .run { _ in throw Failure() } }
        await store.send("start").finish()
        #expect(recorder.identifiers == [.uncaughtEffectError])
        #expect(recorder.diagnostics.first?.message.contains("Failure") == true)
        #expect(recorder.diagnostics.first?.site?.fileID == "TributaryCoreTests/EffectTests.swift")
    }

    @Test func `concatenate starts each effect when the one before it has ended`() async {
        let gate = Gate()
        let store = log { action in
            guard action == "start" else { return .none }
            return .concatenate(
                .run { send in
                    try await gate.wait()
                    await send("first")
                },
                .send("second"),
                .run { send in await send("third") }
            )
        }
        let task = store.send("start")
        await gate.arrival()
        #expect(store.state == ["start"])
        gate.open()
        await task.finish()
        #expect(store.state == ["start", "first", "second", "third"])
    }

    @Test func `merge starts all effects at once`() async {
        let gate = Gate()
        let store = log { action in
            guard action == "start" else { return .none }
            return .merge(
                .run { send in
                    try await gate.wait(); await send("slow")
                },
                .send("quick")
            )
        }
        let task = store.send("start")
        #expect(store.state == ["start", "quick"])
        gate.open()
        await task.finish()
        #expect(store.state == ["start", "quick", "slow"])
    }

    @Test func `map converts the actions of an effect`() async {
        let store = log { action in
            guard action == "start" else { return .none }
            return Effect<Int>.merge(.send(1), .run { send in await send(2) }).map { "number \($0)" }
        }
        await store.send("start").finish()
        #expect(store.state == ["start", "number 1", "number 2"])
    }

    @Test func `an effect that is cancelled by its identifier sends nothing more`() async {
        let gate = Gate()
        let store = log { action in
            switch action {
            case "start":
                .run { send in
                    try? await gate.wait()
                    await send("late")
                }
                .cancellable(id: "work")
            case "stop": .cancel(id: "work")
            default: .none
            }
        }
        let task = store.send("start")
        await gate.arrival()
        store.send("stop")
        await task.finish()
        #expect(store.state == ["start", "stop"])
    }

    @Test func `cancelInFlight runs the newest`() async {
        let gate = Gate()
        let store = log { action in
            guard action.hasPrefix("search") else { return .none }
            return .run { send in
                try await gate.wait()
                await send("found \(action)")
            }
            .cancellable(id: 1, cancelInFlight: true)
        }
        let first = store.send("search a")
        let second = store.send("search b")
        gate.open()
        await first.finish()
        await second.finish()
        #expect(store.state == ["search a", "search b", "found search b"])
    }

    @Test func `cancelling a sequence drops the parts that have not started`() async {
        let gate = Gate()
        let store = log { action in
            switch action {
            case "start":
                .concatenate(.run { _ in try? await gate.wait() }, .send("never"))
                    .cancellable(id: "sequence")
            case "stop": .cancel(id: "sequence")
            default: .none
            }
        }
        let task = store.send("start")
        await gate.arrival()
        store.send("stop")
        await task.finish()
        #expect(store.state == ["start", "stop"])
    }

    @Test func `an effect that was cancelled by a sibling in the same action never starts`() async {
        let recorder = DiagnosticRecorder()
        let store = log(recorder) { action in
            guard action == "start" else { return .none }
            return .merge(.run { send in await send("never") }.cancellable(id: 1), .cancel(id: 1))
        }
        await store.send("start").finish()
        #expect(store.state == ["start"])
        #expect(recorder.identifiers.isEmpty)
    }

    @Test func `finish waits for the effects of the actions that effects send`() async {
        let store = log { action in
            switch action {
            case "1": .run { send in await send("2") }
            case "2": .run { send in await send("3") }
            case "3": .run { send in await send("4") }
            default: .none
            }
        }
        await store.send("1").finish()
        #expect(store.state == ["1", "2", "3", "4"])
    }

    @Test func `a task cancels its action's effects, and nothing they send arrives`() async {
        let gate = Gate()
        let store = log { action in
            guard action == "start" else { return .none }
            return .run { send in
                try? await gate.wait()
                await send("late")
            }
        }
        let task = store.send("start")
        await gate.arrival()
        task.cancel()
        #expect(task.isCancelled)
        await task.finish()
        #expect(store.state == ["start"])
    }

    @Test func `effects inherit the task-local values of the sender`() async {
        let store = log { action in
            guard action == "start" else { return .none }
            return .run { send in await send(Trace.identifier) }
        }
        await Trace.$identifier.withValue("trace 7") { store.send("start") }.finish()
        #expect(store.state == ["start", "trace 7"])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `a task has the name and the priority that its effect was given`() async {
        let store = log { action in
            guard action == "start" else { return .none }
            return .run(priority: .low, name: "Loading") { send in
                await send("\(Task.name ?? "none") \(Task.basePriority == .low)")
            }
        }
        await store.send("start").finish()
        #expect(store.state == ["start", "Loading true"])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `without a name and a priority, a task has none and that of the sender`() async {
        let store = log { action in
            guard action == "start" else { return .none }
            return .run { send in
                await send("\(Task.name ?? "none") \(Task.basePriority == .utility)")
            }
        }
        await Task(priority: .utility) { await store.send("start").finish() }.value
        #expect(store.state == ["start", "none true"])
    }

    @Test func `a closed or released store receives nothing from its effects`() async {
        let gate = Gate()
        let closed = log { _ in
            .run { send in
                try? await gate.wait(); await send("late")
            }
        }
        let task = closed.send("start")
        await gate.arrival()
        closed.close()
        await task.finish()
        #expect(closed.state == ["start"])

        let second = Gate()
        var released: Log? = log { _ in
            .run { send in
                try? await second.wait(); await send("late")
            }
        }
        let other = released?.send("start")
        await second.arrival()
        weak let witness = released
        released = nil
        #expect(witness == nil, "Effects do not keep their store alive")
        await other?.finish()
    }
}
