// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Effects that wait, and name no clock: they wait by the dependency `\.clock`.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectClockTests {
    /// The ways in which an effect waits.
    enum Waiting: CaseIterable, Sendable {
        case delay, debounce, throttle, timeout, retry

        static let line = UInt(#line)
        /// An effect that does something after a second.
        func effect(clock: (any Clock<Duration>)? = nil) -> Effect<String> {
            let second = Duration.seconds(1)
            switch self {
            case .delay: return Effect.send("done").delay(for: second, clock: clock)
            case .debounce: return Effect.send("done").debounce(id: 1, for: second, clock: clock)
            case .throttle:
                return .merge(
                    Effect.send("first").throttle(id: 1, for: second, clock: clock),
                    Effect.send("done").throttle(id: 1, for: second, clock: clock)
                )
            case .timeout:
                return Effect.run { _ in
                    try await ManualClock().sleep(for: .seconds(1))
                } catch: { _, _ in
                }.timeout(after: second, clock: clock, sending: "done")
            case .retry:
                return Effect.run { send in
                    struct Failure: Error {}
                    throw Failure()
                } catch: { _, send in
                    await send("done")
                }.retry(.constant(attempts: 2, delay: second), clock: clock)
            }
        }
    }

    private let recorder = DiagnosticRecorder()
}

extension EffectClockTests {
    private func store(
        _ effect: Effect<String>,
        configure: (inout Dependencies) -> Void
    ) -> Store<[String], String> {
        Store(initialState: []) {
            Reduce { state, action in
                state.append(action)
                return action == "start" ? effect : .none
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
            configure(&$0)
        }
    }

    private func expectDone(
        _ store: Store<[String], String>,
        by clock: ManualClock
    ) async {
        let task = store.send("start")
        await clock.sleepers(1)
        #expect(store.state.last != "done")
        clock.advance(by: .seconds(1))
        await task.finish()
        #expect(store.state.last == "done")
        #expect(recorder.diagnostics.isEmpty)
    }

    @Test(arguments: Waiting.allCases)
    func `wait by the clock of their store`(_ waiting: Waiting) async {
        let clock = ManualClock()
        await expectDone(store(waiting.effect()) { $0.clock = clock }, by: clock)
    }

    @Test(arguments: Waiting.allCases)
    func `wait by the clock that they name, if they name one`(_ waiting: Waiting) async {
        let clock = ManualClock()
        await expectDone(store(waiting.effect(clock: clock)) { $0.isTesting = true }, by: clock)
    }

    @Test(arguments: Waiting.allCases)
    func `wait by the clock of the subtree where they run`(_ waiting: Waiting) async {
        let clock = ManualClock()
        let store = Store(initialState: [String]()) {
            Reduce<[String], String> { state, action in
                state.append(action)
                return action == "start" ? waiting.effect() : .none
            }
            .dependency(\.clock, clock)
        } dependencies: {
            $0.clock = ManualClock()
            $0.diagnosticReporter = recorder.reporter
        }
        await expectDone(store, by: clock)
    }

    @Test(arguments: Waiting.allCases)
    func `report a missing clock in a test, and the place where the effect waits`(_ waiting: Waiting) async {
        let store = store(waiting.effect()) { $0.isTesting = true }
        let task = store.send("start")
        switch waiting {
        case .timeout: task.cancel()
        default: await task.finish()
        }
        if waiting == .throttle {
            // The window is over at once, and the other effect opens one, too.
            #expect(recorder.identifiers == [.unimplementedDependency, .unimplementedDependency])
        } else {
            #expect(!store.state.contains("done"))
            #expect(recorder.identifiers == [.unimplementedDependency])
        }
        let diagnostic = recorder.diagnostics.first
        #expect(diagnostic?.message == "Dependencies.clock was used, but is not implemented here.")
        #expect(diagnostic?.remedy.contains("$0.clock = TestClock()") == true)
        #expect(diagnostic?.site?.fileID.hasSuffix("EffectClockTests.swift") == true)
        let lines = Waiting.line...(Waiting.line + 30)
        #expect(diagnostic?.site.map { lines.contains($0.line) } == true)
    }

    @Test(arguments: [Waiting.delay, .debounce])
    func `do not begin if their wait fails, and the next part of a sequence does`(_ waiting: Waiting) async {
        let store = store(.concatenate(waiting.effect(), .send("next"))) { $0.isTesting = true }
        await store.send("start").finish()
        #expect(store.state == ["start", "next"])
    }
}
