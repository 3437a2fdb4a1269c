// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// Law 12, if a store is closed during other work.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ClosingInTurnLawTests {}

extension ClosingInTurnLawTests {
    @MainActor
    private final class Fixture {
        let log = EventLog()
        let recorder = DiagnosticRecorder()
        var tokens: [ObservationToken] = []
        var onReduce: ((String) -> Void)?
        private(set) lazy var store = Store(initialState: [String]()) {
            Update { [unowned self] (state: inout [String], action: String) in
                state.append(action)
                onReduce?(action)
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }

        init() {
            tokens = [
                store.attach(LoggingService("service", log, onStop: { $0.send("the end") }))
            ]
            log.removeAll()
        }

        func expectEnd(
            after actions: [String],
            dropping dropped: String? = "waits",
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(store.state == actions + ["the end"], sourceLocation: sourceLocation)
            #expect(log.events.filter { $0 == "service stops" }.count == 1, sourceLocation: sourceLocation)
            store.send("late")
            let expected: [Diagnostic.Identifier] = dropped == nil ? [] : [.actionsDroppedByClose]
            #expect(recorder.identifiers == expected + [.sendAfterClose], sourceLocation: sourceLocation)
            let actions = [dropped, "late"].compactMap { $0.map(String.init(reflecting:)) }
            #expect(recorder.diagnostics.map(\.action) == actions, sourceLocation: sourceLocation)
        }
    }

    @Test func `law 12: closed by a listener, a store drops pending actions`() {
        let fixture = Fixture()
        let store = fixture.store
        fixture.tokens.append(store.onAction { if $0.action == "close" { store.close() } })
        store.send(contentsOf: ["close", "waits"])
        fixture.expectEnd(after: ["close"])
    }

    @Test func `law 12: closed by an observer, a store drops pending actions`() {
        let fixture = Fixture()
        let store = fixture.store
        fixture.tokens.append(
            store.observe(\.count) { count in
                guard count == 1 else { return }
                store.send("waits")
                store.close()
            }
        )
        store.send("one")
        fixture.expectEnd(after: ["one"])
    }

    @Test func `law 12: closed by a reducer, a store ends after the action`() {
        let fixture = Fixture()
        let store = fixture.store
        fixture.onReduce = { if $0 == "close" { store.close() } }
        store.send(contentsOf: ["close", "waits"])
        fixture.onReduce = nil
        fixture.expectEnd(after: ["close"])
    }

    @Test func `law 12: closed by a middleware, a store drops the action at hand`() {
        let fixture = Fixture()
        let store = fixture.store
        fixture.tokens.append(
            store.attach(
                ActionMiddleware(willReduce: { action, _, _, _ in
                    if action == "close" { store.close() }
                    return action
                })
            )
        )
        store.send("one")
        store.send(contentsOf: ["close", "waits"])
        fixture.expectEnd(after: ["one"])
    }

    @Test func `law 12: closed by a service, a store stops it after that`() {
        let fixture = Fixture()
        let store = fixture.store
        @MainActor final class Closing: @MainActor Service {
            let close: @MainActor () -> Void
            init(close: @escaping @MainActor () -> Void) { self.close = close }
            func detail(of state: [String]) -> Int { state.count }
            func stateChanged(from old: Int, to new: Int, store: LogHandle) { if new == 2 { close() } }
        }
        fixture.tokens.append(store.attach(Closing { store.close() }))
        store.send(contentsOf: ["one", "two", "waits"])
        fixture.expectEnd(after: ["one", "two"])
    }

    @Test func `law 12: closed while the state is shown, a store ends after that`() {
        let fixture = Fixture()
        let store = fixture.store
        store.withState { state in
            store.send("waits")
            store.close()
            #expect(state.isEmpty)
        }
        fixture.expectEnd(after: [])
    }

    @Test func `law 12: a store that is closed again by a service's last words reports it and ends`() {
        let recorder = DiagnosticRecorder()
        let store = Store(initialState: [String]()) {
            Reduce { (state: inout [String], action: String) in
                state.append(action)
                return action == "endless" ? .send("endless") : .none
            }
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        let log = EventLog()
        let token = store.attach(LoggingService("service", log, onStop: { $0.send("endless") }))
        let listener = store.onAction { if $0.state.count == 1_000 { store.close() } }
        store.close()
        #expect(store.state.count == 1_000)
        #expect(recorder.identifiers == [.actionsDroppedByClose, .closedTwice])
        withExtendedLifetime((token, listener)) {}
    }

    @Test func `law 12: effects that follow the last actions do not start`() async {
        let log = EventLog()
        let store = Store(initialState: [String]()) {
            Reduce { (state: inout [String], action: String) in
                state.append(action)
                return .run { _ in log("effect of \(action)") }
            }
        }
        let last = Mutex<StoreTask?>(nil)
        let token = store.attach(
            LoggingService(
                "service",
                log,
                onStop: { store in
                    let task = store.send("the end")
                    last.withLock { $0 = task }
                }
            )
        )
        await store.send("one").finish()
        log.removeAll()
        store.close()
        await last.withLock { $0 }?.finish()
        #expect(log.events == ["service stops"])
        #expect(store.state == ["one", "the end"])
        withExtendedLifetime(token) {}
    }

    @Test func `law 12: a task that waits for dropped work resumes`() async {
        let fixture = Fixture()
        let store = fixture.store
        let handle = store.handle
        var task: StoreTask?
        fixture.tokens.append(
            store.onAction { record in
                guard record.action == "close" else { return }
                task = handle.send("waits")
                store.close()
            }
        )
        store.send("close")
        await task?.finish()
        #expect(store.state == ["close", "the end"])
    }
}
