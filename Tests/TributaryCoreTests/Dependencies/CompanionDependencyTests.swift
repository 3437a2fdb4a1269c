// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTestSupport

/// An object that a container makes once, with a number that no other has.
private final class Ledger: Sendable {
    private static let last = Atomic(0)
    let number = Ledger.last.add(1, ordering: .relaxed).newValue
}

private enum LedgerKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Ledger { Ledger() }
}

private enum TitleKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> String { "default" }
}

extension Dependencies {
    fileprivate var ledger: Ledger { self[LedgerKey.self] }
    fileprivate var title: String {
        get { self[TitleKey.self] }
        set { self[TitleKey.self] = newValue }
    }
}

/// Appends the value that it reads to the state, for each action.
private struct Reader: Reducer {
    @Dependency(\.ledger) var ledger
    @Dependency(\.title) var title

    var body: some Reducer<[String], String> {
        Reduce { state, action in
            state.append("\(title) \(ledger.number)")
            return action == "later" ? .run { send in await send("\(title) effect") } : .none
        }
    }
}

/// Records each value that it reads.
private struct Auditor: Service {
    typealias Handle = StoreHandle<[String], String>
    @Dependency(\.ledger) private var ledger
    @Dependency(\.title) private var title
    let name: String
    let log: EventLog

    init(_ log: EventLog, as name: String = "auditor") {
        self.name = name
        self.log = log
        note("made")
    }

    func detail(of state: [String]) -> Int { state.count }
    func start(store: Handle) { note("starts") }
    func stateChanged(from old: Int, to new: Int, store: Handle) { note("hears") }
    func stop(store: Handle) { note("stops") }

    private func note(_ event: String) { log("\(name) \(event): \(title) \(ledger.number)") }
}

/// Passes every action on, and records the value that it reads.
private struct Inspector: Middleware {
    typealias Handle = StoreHandle<[String], String>
    @Dependency(\.ledger) private var ledger
    @Dependency(\.title) private var title
    let log: EventLog

    func willReduce(_ action: String, from origin: ActionOrigin, state: [String], store: Handle) -> String? {
        log("before: \(title) \(ledger.number)")
        return action
    }

    func didReduce(_ action: String, from origin: ActionOrigin, state: [String], store: Handle) {
        log("after: \(title) \(ledger.number)")
    }
}

/// Services and middleware that are made in the closure of a store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct CompanionDependencyTests {
    private let log = EventLog()
}

extension CompanionDependencyTests {
    private func makeStore() -> Store<[String], String> {
        Store(initialState: [String]()) {
            Reader()
        } dependencies: {
            $0.title = "store"
        }
    }

    @Test func `a service has the reducers' objects, before it starts and in all it is called for`() {
        let store = makeStore()
        let token = store.attach { Auditor(log) }
        store.send("a")
        store.close()
        let read = store.state[0]
        #expect(read.hasPrefix("store "))
        #expect(log.events == ["made", "starts", "hears", "stops"].map { "auditor \($0): \(read)" })
        withExtendedLifetime(token) {}
    }

    @Test func `a middleware has the reducers' objects, too`() {
        let store = makeStore()
        let token = store.attach { Inspector(log: log) }
        store.send("a")
        #expect(log.events == ["before", "after"].map { "\($0): \(store.state[0])" })
        withExtendedLifetime(token) {}
    }

    @Test func `a scope's companions have the dependencies of the whole store`() {
        struct Parent: Reducer {
            struct State { var child: [String] = [] }
            var body: some Reducer<State, String> {
                Scope(state: \.child) { Reader() }.dependency(\.title, "subtree")
            }
        }
        let store = Store(initialState: Parent.State()) {
            Parent()
        } dependencies: {
            $0.title = "store"
        }
        let scope = store.scope(state: \.child)
        let tokens = [scope.attach { Inspector(log: log) }, scope.attach { Auditor(log) }]
        store.send("a")
        let number = store.child[0].dropFirst("subtree ".count)
        #expect(store.child[0] == "subtree \(number)")
        #expect(
            log.events
                == ["auditor made", "auditor starts", "before", "after", "auditor hears"].map {
                    "\($0): store \(number)"
                }
        )
        withExtendedLifetime(tokens) {}
    }

    @Test func `an action of a subtree's effect is reduced and observed with the store's dependencies`() async
    {
        let store = Store(initialState: [String]()) {
            Reader()
            Update { (state: inout [String], action: String) in state.append(action) }
            Reduce<[String], String> { _, action in
                action == "start" ? .run { send in await send("from effect") } : .none
            }
            .dependency(\.title, "subtree")
        } dependencies: {
            $0.title = "store"
        }
        let token = store.attach { Auditor(log) }
        await store.send("start").finish()
        let read = store.state[0]
        #expect(read.hasPrefix("store "))
        #expect(store.state == [read, "start", read, "from effect"])
        #expect(log.events == ["made", "starts", "hears", "hears"].map { "auditor \($0): \(read)" })
        withExtendedLifetime(token) {}
    }

    @Test func `a store on its own actor has such companions, too`() async {
        let log = log
        let actor = StoreActor(initialState: [String]()) {
            Reader()
        } dependencies: {
            $0.title = "actor"
        }
        let others = [
            await actor.attach { Inspector(log: log) }, await actor.attach { Auditor(log) },
        ]
        await actor.send("a")
        let read = await actor.state[0]
        #expect(read.hasPrefix("actor "))
        #expect(Set(log.events.map { $0.drop { $0 != ":" } }) == [": \(read)"])
        #expect(log.events.count == 5)
        withExtendedLifetime(others) {}
    }

    @Test func `companions of a mirror have the dependencies of the store that it mirrors`() async {
        let actor = StoreActor(initialState: [String]()) {
            Reader()
        } dependencies: {
            $0.title = "actor"
        }
        let mirror = await Store(mirroring: actor)
        let token = mirror.attach { Auditor(log) }
        await mirror.send("a").finish()
        let read = mirror.state[0]
        #expect(read.hasPrefix("actor "))
        #expect(log.events.prefix(2) == ["auditor made: \(read)", "auditor starts: \(read)"])
        withExtendedLifetime(token) {}
    }

    @Test func `one that is made elsewhere belongs to no store, which is reported`() {
        let recorder = DiagnosticRecorder()
        DiagnosticReporter.$current.withValue(recorder.reporter) {
            let store = makeStore()
            let auditor = Auditor(log)
            let token = store.attach(auditor)
            #expect(log.events.allSatisfy { $0.contains(": default ") })
            withExtendedLifetime(token) {}
        }
        #expect(Set(recorder.identifiers) == [.dependencyOutsideStore])
    }
}
