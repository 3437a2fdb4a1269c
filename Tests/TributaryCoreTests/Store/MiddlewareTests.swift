// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Middleware between a store's senders and its reducers.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct MiddlewareTests {}

extension MiddlewareTests {
    private func makeStore(_ log: EventLog = EventLog()) -> Store<[String], String> {
        Store(initialState: [String]()) {
            Reduce { (state: inout [String], action: String) in
                log("reduce \(action)")
                state.append(action)
                switch action {
                case "follow": return .send("followed")
                case "run": return .run { send in await send("ran") }
                default: return .none
                }
            }
        }
    }

    @Test func `the first one is outermost, and the list may change at any time`() {
        let log = EventLog()
        let store = makeStore(log)
        let outer = store.attach(LoggingMiddleware("outer", log))
        let inner = store.attach(LoggingMiddleware("inner", log))
        store.send("a")
        #expect(
            log.events == [
                "outer before a at 0 from store", "inner before a at 0 from store", "reduce a",
                "inner after a at 1", "outer after a at 1",
            ]
        )
        outer.cancel()
        log.removeAll()
        store.send("b")
        #expect(log.events == ["inner before b at 1 from store", "reduce b", "inner after b at 2"])
        inner.cancel()
        log.removeAll()
        store.send("c")
        #expect(log.events == ["reduce c"])
    }

    @Test func `all later ones receive a replaced action`() {
        let log = EventLog()
        let store = makeStore(log)
        let tokens = [
            store.attach(LoggingMiddleware("outer", log, before: { action, _ in action + "!" })),
            store.attach(LoggingMiddleware("inner", log, before: { action, _ in action + "?" })),
            store.onAction { log("listener \($0.action)") },
        ]
        store.send("a")
        #expect(
            log.events == [
                "outer before a at 0 from store", "inner before a! at 0 from store", "reduce a!?",
                "inner after a!? at 1", "outer after a!? at 1", "listener a!?",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test func `a swallowed action is not reduced, notifies no observer, and its task is empty`() async {
        let log = EventLog()
        let store = makeStore(log)
        let tokens = [
            store.attach(
                LoggingMiddleware("outer", log, before: { action, _ in action == "run" ? nil : action })
            ),
            store.attach(LoggingMiddleware("inner", log)),
            store.onAction { log("listener \($0.action)") },
            store.attach(LoggingService("service", log)),
            // A value that is not equatable counts as changed with every action, but there was none.
            store.observe({ ($0, 0) }) { log("observer \($0.0.count)") },
        ]
        log.removeAll()
        let task = store.send("run")
        await task.finish()
        await store.handle.send("run").finish()
        #expect(log.events == ["outer before run at 0 from store", "outer before run at 0 from store"])
        #expect(store.state.isEmpty)
        withExtendedLifetime(tokens) {}
    }

    @Test func `middleware sees the actions of reducers and effects, with their origin`() async {
        let log = EventLog()
        let store = makeStore()
        let token = store.attach(LoggingMiddleware("middleware", log))
        store.send("follow")
        await store.send("run").finish()
        #expect(
            log.events.filter { $0.contains("before") } == [
                "middleware before follow at 0 from store", "middleware before followed at 1 from reducer",
                "middleware before run at 2 from store", "middleware before ran at 3 from effect",
            ]
        )
        token.cancel()
    }

    @Test func `an action of a middleware passes all middleware, at the end of the queue`() {
        let log = EventLog()
        let store = makeStore()
        let tokens = [
            store.attach(LoggingMiddleware("outer", log)),
            store.attach(
                LoggingMiddleware(
                    "inner",
                    log,
                    before: { action, store in
                        if action == "a" { store.send("sent") }
                        return action
                    }
                )
            ),
        ]
        store.send(contentsOf: ["a", "b"])
        #expect(store.state == ["a", "b", "sent"])
        #expect(log.events.contains("outer before sent at 2 from store"))
        withExtendedLifetime(tokens) {}
    }

    @Test func `middleware that is appended by an action sees the next one`() {
        let log = EventLog()
        let store = makeStore()
        var tokens: [ObservationToken] = []
        tokens.append(
            store.attach(
                ActionMiddleware(willReduce: { action, _, _, _ in
                    if action == "first" { tokens.append(store.attach(LoggingMiddleware("late", log))) }
                    return action
                })
            )
        )
        store.send("first")
        #expect(log.events.isEmpty)
        store.send("second")
        #expect(log.events == ["late before second at 1 from store", "late after second at 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `a middleware that removes itself is not notified of the outcome`() {
        let log = EventLog()
        let store = makeStore()
        var token: ObservationToken?
        token = store.attach(
            ActionMiddleware { action, _, _, _ in
                log("before \(action)")
                token?.cancel()
                return action
            } didReduce: { action, _, _, _ in
                log("after \(action)")
            }
        )
        store.send("a")
        store.send("b")
        #expect(log.events == ["before a"])
        #expect(store.state == ["a", "b"])
    }

    @Test func `middleware of the main actor conforms there, and sees states before and after`() {
        final class Recording: @MainActor Middleware {
            var before: [[String]] = []
            var after: [[String]] = []
            func willReduce(
                _ action: String,
                from origin: ActionOrigin,
                state: [String],
                store: LogHandle
            ) -> String? {
                before.append(state)
                return action
            }
            func didReduce(_ action: String, from origin: ActionOrigin, state: [String], store: LogHandle) {
                after.append(state)
            }
        }
        let store = makeStore()
        let recording = Recording()
        let token = store.attach(recording)
        store.send(contentsOf: ["a", "b"])
        #expect(recording.before == [[], ["a"]])
        #expect(recording.after == [["a"], ["a", "b"]])
        token.cancel()
    }

    @Test func `the store does not retain a middleware beyond its token`() {
        final class Witness: Middleware {
            func didReduce(_ action: String, from origin: ActionOrigin, state: [String], store: LogHandle) {}
        }
        let store = makeStore()
        weak var witness: Witness?
        do {
            let middleware = Witness()
            witness = middleware
            let token = store.attach(middleware)
            store.send("a")
            token.cancel()
        }
        #expect(witness == nil)
    }

    @Test func `a middleware may act later, through the handle`() async {
        let gate = Gate()
        let store = makeStore()
        let done = Gate()
        let token = store.attach(
            ActionMiddleware(willReduce: { action, _, _, store in
                guard action == "later" else { return action }
                Task {
                    try? await gate.wait()
                    await store.send("now").finish()
                    done.open()
                }
                return nil
            })
        )
        store.send("later")
        gate.open()
        try? await done.wait()
        #expect(store.state == ["now"])
        token.cancel()
    }

    @Test func `the middleware of a scope sees the scope's own actions, and replaces them`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: Dashboard.State()) {
            Dashboard()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        store.send(.openSheet)
        var seen: [Int] = []
        let token = store.scope(state: \.sheet, action: \.sheet)?
            .attach(
                ActionMiddleware { action, _, state, _ in
                    seen.append(state.count)
                    return action == .increment ? .add(10) : nil
                } didReduce: { _, _, state, _ in
                    seen.append(state.count)
                }
            )
        store.send(contentsOf: [.counter(.increment), .sheet(.increment), .sheet(.add(1))])
        #expect(store.sheet?.count == 10)
        #expect(store.counter.count == 1)
        #expect(seen == [0, 10, 10])
        store.send(contentsOf: [.closeSheet, .sheet(.increment)])
        #expect(seen.count == 3)
        #expect(recorder.identifiers == [.absentChild])
        withExtendedLifetime(token) {}
    }
}
