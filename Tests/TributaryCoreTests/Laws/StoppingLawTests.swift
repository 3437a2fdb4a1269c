// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 12: services stop one after the other, and each receives the last actions of those before it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct StoppingLawTests {
    private let log = EventLog()
    private let recorder = DiagnosticRecorder()
}

extension StoppingLawTests {
    private func store(_ kind: StoreKind = .store) async -> StoreUnderTest<[String], String> {
        await kind.log(reporter: recorder.reporter) { [log] state, action in
            state.append(action)
            log("reduce \(action)")
            switch action {
            case "saved": return .send("noted")
            case "endless": return .send("endless")
            default: return .none
            }
        }
    }

    private func service(
        _ name: String,
        onChange: @escaping @Sendable (Int, LogHandle) -> Void = { _, _ in },
        onStop: @escaping @Sendable (LogHandle) -> Void = { _ in }
    ) -> LoggingService {
        LoggingService(name, log, onChange: onChange, onStop: onStop)
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: an action of a service in stop is reduced, and reaches the next before it stops`(
        kind: StoreKind
    ) async {
        let store = await store(kind)
        let services = [
            service("A", onStop: { $0.send("100") }), service("B", onStop: { $0.send("200") }), service("C"),
        ]
        var tokens: [ObservationToken] = []
        for service in services { tokens.append(await store.attach(service)) }
        log.removeAll()
        await store.close()
        #expect(
            log.events == [
                "A stops", "reduce 100", "B 0 to 1", "C 0 to 1", "B stops", "reduce 200", "C 1 to 2",
                "C stops",
            ]
        )
        #expect(recorder.identifiers.isEmpty)
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: listeners and observers receive each service's last actions before the next stops`(
        kind: StoreKind
    ) async {
        let store = await store(kind)
        let tokens = [
            await store.attach(service("A", onStop: { $0.send("saved") })),
            await store.onAction { [log] in log("listener \($0.action)") },
            await store.observe(\.count) { [log] in log("observer \($0)") },
            await store.attach(service("B")),
        ]
        log.removeAll()
        await store.close()
        #expect(
            log.events == [
                "A stops", "reduce saved", "listener saved", "B 0 to 1", "reduce noted", "listener noted",
                "B 1 to 2", "observer 2", "B stops",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: a service that saves in stop saves the newest state`() {
        @MainActor final class Saving: @MainActor Service {
            var known = 0
            var saved: Int?
            func detail(of state: [String]) -> Int { state.count }
            func stateChanged(from old: Int, to new: Int, store: LogHandle) { known = new }
            func stop(store: LogHandle) { saved = known }
        }
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        let saving = Saving()
        let tokens = [store.attach(service("A", onStop: { $0.send("last") })), store.attach(saving)]
        store.send("first")
        store.close()
        #expect(saving.saved == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: a service that is a middleware, too, is called for no action after it stopped`() {
        @MainActor final class Both: @MainActor Service, @MainActor Middleware {
            let log: EventLog
            init(_ log: EventLog) { self.log = log }
            func willReduce(
                _ action: String,
                from origin: ActionOrigin,
                state: [String],
                store: LogHandle
            ) -> String? {
                log("will reduce \(action)")
                return action
            }
            func didReduce(_ action: String, from origin: ActionOrigin, state: [String], store: LogHandle) {
                log("did reduce \(action)")
            }
            func stop(store: LogHandle) {
                log("stop")
                store.send("own")
            }
        }
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        let tokens = [
            store.attach(Both(log)), store.attach(service("A", onStop: { $0.send("last") })),
        ]
        store.send("first")
        log.removeAll()
        store.close()
        #expect(log.events.filter { $0.hasPrefix("will") || $0.hasPrefix("did") || $0 == "stop" } == ["stop"])
        #expect(store.state == ["first", "own", "last"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: a feedback of the store sees actions that services sent in stop, and starts nothing`()
        async
    {
        let log = log
        let store = Store(initialState: [String]()) {
            Update { (state: inout [String], action: String) in state.append(action) }
        }
        let tokens = [
            store.attach(service("A", onStop: { $0.send("last") })),
            store.attach(
                Feedback { state in
                    log("query at \(state.count)")
                    return state.isEmpty ? nil : state.count
                } operation: { _, _ in
                    log("operation")
                }
            ),
            store.attach(service("B")),
        ]
        log.removeAll()
        store.close()
        #expect(log.events == ["A stops", "query at 1", "B 0 to 1", "B stops"])
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: a token that is dropped by another service's stop is stopped then, and once`() async {
        let store = await store()
        let other = Box<ObservationToken>()
        let first = await store.attach(service("A", onStop: { _ in other.value = nil }))
        other.value = ObservationToken([
            await store.attach(service("B")), await store.attach(service("C")),
        ])
        let last = await store.attach(service("D"))
        log.removeAll()
        await store.close()
        #expect(log.events == ["A stops", "B stops", "C stops", "D stops"])
        withExtendedLifetime((first, last)) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: closing again in stop is reported, and actions sent there are reduced`(kind: StoreKind)
        async
    {
        let store = await store(kind)
        let tokens = [
            await store.attach(
                service(
                    "A",
                    onStop: {
                        $0.send("last")
                        $0.close()
                    }
                )
            ),
            await store.attach(service("B")),
        ]
        await store.close()
        #expect(await store.state == ["last"])
        #expect(log.events.suffix(3) == ["reduce last", "B 0 to 1", "B stops"])
        #expect(recorder.identifiers == [.closedTwice])
        withExtendedLifetime(tokens) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `law 12: endless last actions are reported, and closing again stops the next service`(
        kind: StoreKind
    ) async {
        let store = await store(kind)
        let handle = await store.handle
        let tokens = [
            await store.attach(service("A", onStop: { $0.send("endless") })),
            await store.onAction { [recorder] _ in
                if recorder.identifiers == [.endlessTurn] { handle.close() }
            },
            await store.attach(service("B", onStop: { $0.send("last") })),
        ]
        await store.close()
        #expect(recorder.identifiers.first == .endlessTurn)
        #expect(recorder.identifiers.contains(.closedTwice))
        #expect(recorder.identifiers.contains(.actionsDroppedByClose))
        #expect(await store.state.last == "last")
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: a service's action in response to another's last action is reduced`() async {
        let store = await store()
        let tokens = [
            await store.attach(service("A", onStop: { $0.send("100") })),
            await store.attach(service("B", onChange: { if $0 == 1 { $1.send("answer") } })),
        ]
        log.removeAll()
        await store.close()
        #expect(
            log.events == ["A stops", "reduce 100", "B 0 to 1", "reduce answer", "B 1 to 2", "B stops"]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: closed during a turn, observers are notified of it before services stop`()
        async
    {
        let store = await store()
        let handle = await store.handle
        let tokens = [
            await store.attach(service("A", onChange: { if $0 == 1 { $1.close() } })),
            await store.observe(\.count) { [log] in log("observer \($0)") },
        ]
        log.removeAll()
        await store.send(contentsOf: ["one", "waits", "too"])
        #expect(log.events == ["reduce one", "A 0 to 1", "observer 1", "A stops"])
        #expect(recorder.identifiers == [.actionsDroppedByClose])
        #expect(recorder.diagnostics.first?.message.hasPrefix("2 actions waited") == true)
        #expect(recorder.diagnostics.first?.action == "\"waits\"")
        handle.send("late")
        #expect(recorder.identifiers.last == .sendAfterClose)
        withExtendedLifetime(tokens) {}
    }

    @Test func `law 12: actions between closing and the end of the action are reported`() async {
        let store = Store(initialState: 0) {
            Update { (count: inout Int, _: String) in count += 1 }
        } dependencies: { [recorder] in
            $0.diagnosticReporter = recorder.reporter
        }
        let token = store.onAction { _ in
            store.close()
            store.send("too late")
        }
        store.send("one")
        #expect(store.state == 1)
        #expect(recorder.identifiers == [.sendAfterClose])
        withExtendedLifetime(token) {}
    }

    private final class Box<Value>: @unchecked Sendable {
        // Unchecked, because this suite is on the main actor, and so is everything that its stores call.
        var value: Value?
    }
}
