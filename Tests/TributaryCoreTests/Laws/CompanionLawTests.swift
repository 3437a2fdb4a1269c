// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Laws 1 to 5 for the companions of reducers: middleware, listeners, services, and handles.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct CompanionLawTests {}

extension CompanionLawTests {
    @Test(arguments: StoreKind.allCases)
    func `law 2: middleware, reducers, middleware, listeners, services, in this order`(kind: StoreKind) async
    {
        let log = EventLog()
        let store = await kind.log { state, action in
            log("reduce \(action)")
            state.append(action)
            return .none
        }
        let tokens = [
            await store.attach(LoggingService("first service", log)),
            await store.onAction { log("listener \($0.action)") },
            await store.attach(LoggingMiddleware("outer", log)),
            await store.attach(LoggingService("second service", log)),
            await store.attach(LoggingMiddleware("inner", log)),
        ]
        log.removeAll()
        await store.send("a")
        #expect(
            log.events == [
                "outer before a at 0 from store", "inner before a at 0 from store",
                "reduce a",
                "inner after a at 1", "outer after a at 1",
                "listener a",
                "first service 0 to 1", "second service 0 to 1",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 1: actions of companions follow pending actions, in the order of sending`(
        kind: StoreKind
    ) async {
        let log = EventLog()
        let store = await kind.log { state, action in
            state.append(action)
            return action == "a" ? .send("follow-up of a") : .none
        }
        let tokens = [
            await store.attach(
                LoggingMiddleware("middleware", log) { action, store in
                    if action == "a" { store.send("sent before a") }
                    return action
                } after: { action, store in
                    if action == "a" { store.send("sent after a") }
                }
            ),
            await store.attach(
                LoggingService("first", log, onChange: { if $0 == 1 { $1.send("first service") } })
            ),
            await store.attach(
                LoggingService("second", log, onChange: { if $0 == 1 { $1.send("second service") } })
            ),
        ]
        await store.send(contentsOf: ["a", "b"])
        #expect(
            await store.state == [
                "a", "b", "sent before a", "follow-up of a", "sent after a", "first service",
                "second service",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 1: many actions of a service that answers itself are one turn`(
        kind: StoreKind
    ) async {
        let log = EventLog()
        let heard = EventLog()
        let store = await kind.log { state, action in
            state.append(action)
            return .none
        }
        let count = amount(100_000, inDebug: 40_000)
        let service = LoggingService("service", log, onChange: { if $0 < count { $1.send("again") } })
        let token = await store.attach(service)
        let observation = await store.observe(\.count) { heard("\($0)") }
        await store.send("once")
        #expect(heard.events == ["0", "\(count)"])
        withExtendedLifetime((token, observation)) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 3: observers are notified once per turn, however many actions its services add`(kind: StoreKind)
        async
    {
        let log = EventLog()
        let heard = EventLog()
        let store = await kind.log()
        let tokens = [
            await store.observe(\.count) { heard("first \($0)") },
            await store.attach(
                LoggingService("service", log, onChange: { if $0 < 5 { $1.send("more") } })
            ),
            await store.observe(\.count) { heard("second \($0)") },
        ]
        heard.removeAll()
        await store.send("one")
        #expect(heard.events == ["first 5", "second 5"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 4: companions are not notified when they are added`(kind: StoreKind) async {
        let log = EventLog()
        let store = await kind.log()
        await store.send(contentsOf: ["a", "b"])
        let tokens = [
            await store.attach(LoggingMiddleware("middleware", log)),
            await store.attach(LoggingService("service", log)),
        ]
        #expect(log.events == ["service starts"])
        await store.send("c")
        #expect(log.events.last == "service 2 to 3")
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 5: an observer's action through a handle is reduced before the send returns`(
        kind: StoreKind
    ) async {
        let heard = EventLog()
        let store = await kind.log()
        let handle = await store.handle
        let tokens = [
            await store.observe(\.count) { count in
                heard("first \(count)")
                if count == 1 { handle.send("answer") }
            },
            await store.observe(\.count) { heard("second \($0)") },
        ]
        heard.removeAll()
        await store.send("question")
        #expect(heard.events == ["first 1", "second 1", "first 2", "second 2"])
        #expect(await store.state == ["question", "answer"])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 11: companions are not notified once their tokens are dropped, even during a turn`(
        kind: StoreKind
    ) async {
        let log = EventLog()
        let store = await kind.log()
        let late = [
            await store.attach(LoggingMiddleware("middleware", log)),
            await store.attach(LoggingService("service", log)),
        ]
        let dropper = await store.onAction { record in
            if record.action == "drop" { for token in late { token.cancel() } }
        }
        log.removeAll()
        await store.send(contentsOf: ["drop", "on"])
        #expect(
            log.events == [
                "middleware before drop at 0 from store", "middleware after drop at 1", "service stops",
            ]
        )
        #expect(await store.state == ["drop", "on"])
        withExtendedLifetime(dropper) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: services stop in the order attached, and their actions are reduced`(kind: StoreKind) async {
        let log = EventLog()
        let heard = EventLog()
        let recorder = DiagnosticRecorder()
        let store = await kind.log(reporter: recorder.reporter) { state, action in
            state.append(action)
            return action == "first ends" ? .send("follow-up") : .none
        }
        let handle = await store.handle
        let tokens = [
            await store.attach(LoggingService("first", log, onStop: { $0.send("first ends") })),
            await store.attach(LoggingService("second", log, onStop: { $0.send("second ends") })),
            await store.attach(LoggingService("third", log, onStop: { $0.send("third ends") })),
            await store.observe(\.count) { heard("\($0)") },
            await store.attach(LoggingMiddleware("middleware", log)),
        ]
        log.removeAll()
        await store.close()
        #expect(await store.state == ["first ends", "follow-up", "second ends", "third ends"])
        #expect(
            log.events.filter { $0.hasSuffix("stops") } == ["first stops", "second stops", "third stops"]
        )
        #expect(log.events.last == "middleware after third ends at 4")
        #expect(heard.events == ["0", "2", "3", "4"])
        #expect(recorder.identifiers.isEmpty)

        await store.send("late")
        await handle.send("late").finish()
        await handle.send(contentsOf: ["late", "later"]).finish()
        #expect(recorder.identifiers == [.sendAfterClose, .sendAfterClose, .sendAfterClose, .sendAfterClose])
        #expect(recorder.diagnostics.last?.action == "\"later\"")
        await store.close()
        #expect(recorder.identifiers.last == .closedTwice)
        #expect(await store.state.count == 4)
        // The tokens go after the store was closed: no service stops twice.
        for token in tokens { token.cancel() }
        #expect(log.events.filter { $0.hasSuffix("stops") }.count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: nothing can be added to a closed store, and that is reported`(kind: StoreKind) async {
        let log = EventLog()
        let recorder = DiagnosticRecorder()
        let store = await kind.log(reporter: recorder.reporter)
        await store.close()
        let tokens = [
            await store.attach(LoggingMiddleware("middleware", log)),
            await store.attach(LoggingService("service", log)),
        ]
        await store.handle.send("late").finish()
        #expect(recorder.identifiers == [.attachedAfterClose, .attachedAfterClose, .sendAfterClose])
        for token in tokens { token.cancel() }
        #expect(log.events.isEmpty)
    }
}
