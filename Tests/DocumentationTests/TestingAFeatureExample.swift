// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

enum CatalogKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> @Sendable (String) async -> [String] {
        { query in ["\(query) for all"] }
    }
}

extension Dependencies {
    var catalog: @Sendable (String) async -> [String] {
        get { self[CatalogKey.self] }
        set { self[CatalogKey.self] = newValue }
    }
}

// page: feature
struct Finder: Reducer {
    struct State: Equatable, Sendable {
        var query = ""
        var titles: [String] = []
    }

    @CasePathable
    enum Action: Sendable {
        case input(Input)
        case answered([String])
        case output(Output)

        enum Input: Sendable { case typed(String) }

        enum Output: Equatable, Sendable { case found(Int) }
    }

    @Dependency(\.catalog) var catalog

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.typed(let query)):
            state.query = query
            return .run(name: "ask for \(query)") { send in
                await send(.answered(await catalog(query)))
            }
            .cancellable(id: "question", cancelInFlight: true)
        case .answered(let titles):
            state.titles = titles
            return .send(.output(.found(titles.count)))
        case .output:
            return .none
        }
    }
}
// page: end

// page: countdown
struct Countdown: Reducer {
    struct State: Equatable { var left = 0 }

    @CasePathable
    enum Action: Equatable { case start(Int), tick }

    @Dependency(\.clock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start(let count):
            state.left = count
            return .run { send in
                for _ in 0..<count {
                    try await clock.sleep(for: .seconds(1))
                    await send(.tick)
                }
            }
            .cancellable(id: "countdown", cancelInFlight: true)
        case .tick:
            state.left = max(0, state.left - 1)
            return .none
        }
    }
}
// page: end

/// The examples of the article.
@MainActor
struct TestingAFeature {
    func exhaustive() async {
        // page: exhaustive
        let store = TestStore(initialState: Finder.State()) {
            Finder()
        } dependencies: {
            $0.catalog = { query in ["\(query) for all"] }
        }
        await store.send(.input(.typed("tea"))) { $0.query = "tea" }
        await store.receive(\.answered) { $0.titles = ["tea for all"] }
        await store.receive(\.output, .found(1))
        await store.finish()
        // page: end
    }

    func loose() async {
        let store = TestStore(initialState: Finder.State()) {
            Finder()
        } dependencies: {
            $0.catalog = { query in ["\(query) for all"] }
        }
        // page: loose
        store.exhaustivity = .off
        await store.send(.input(.typed("tea")))
        await store.receive(\.output, .found(1)) { $0.titles = ["tea for all"] }
        // page: end
    }

    func part() async {
        let store = TestStore(initialState: Finder.State()) {
            Finder()
        } dependencies: {
            $0.catalog = { query in ["\(query) for all"] }
        }
        // page: part
        await store.withExhaustivity(.off) {
            await store.send(.input(.typed("tea")))
            await store.receive(\.answered)
        }
        await store.send(.input(.typed(""))) { $0.query = "" }
        // page: end
        await store.skipReceivedActions(strict: false)
        await store.skipInFlightEffects(strict: false)
    }

    func clock() async {
        // page: clock
        let clock = TestClock()
        let store = TestStore(initialState: Countdown.State()) {
            Countdown()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.start(2)) { $0.left = 2 }
        await clock.advance(by: .seconds(2))
        await store.receive(.tick) { $0.left = 1 }
        await store.receive(.tick) { $0.left = 0 }
        // page: end
    }

    func explored() async {
        // page: explore
        await explore {
            let store = TestStore(initialState: Finder.State()) {
                Finder()
            } dependencies: {
                $0.catalog = { query in ["\(query) for all"] }
            }
            await store.send(.input(.typed("te")))
            await store.send(.input(.typed("tea")))
            await store.finish()
            #expect(store.state.titles == ["tea for all"])
        }
        // page: end
    }

    func invariants() async {
        // page: invariants
        await checkInvariants(
            Invariant("what is left is never less than nothing") { $0.left >= 0 },
            initialState: Countdown.State(),
            actions: .anyOf(.case(\.start, in: 0...9), .case(\.tick))
        ) {
            Countdown()
        } dependencies: {
            $0.clock = ImmediateClock()
        }
        // page: end
    }

    func replayed() async -> Int {
        // page: replay
        let store = Store(initialState: Finder.State()) { Finder() }
        var log: [ActionRecord<Finder.State, Finder.Action>] = []
        let listener = store.onAction { log.append($0) }
        await store.send(.input(.typed("tea"))).finish()

        replay(log, initialState: Finder.State()) { Finder() }
        // page: end
        withExtendedLifetime(listener) {}
        return log.count
    }

    func session(_ path: String) async throws {
        // page: session
        let state = try await replay(session: path) { Stall() }
        #expect(state.notes == ["rain"])

        await explore {
            let store = try TestStore(session: path, upTo: 1) { Stall() }
            await store.send(.noted("sun"))
            #expect(store.state.orders == ["o-1": 500])
        }
        // page: end
    }

    func module() async {
        // page: module
        let finder = TestModule {
            Module(Finder(), initialState: Finder.State(), input: \.input, output: \.output, state: \.titles)
        }
        await finder.send(.typed("tea"))
        await finder.receive(.found(1)) { $0 = ["tea for all"] }
        await finder.finish()
        // page: end
    }

    func actor() async {
        // page: actor
        let store = TestStore { StoreActor(initialState: Finder.State()) { Finder() } }
        await store.send(.input(.typed("tea"))) { $0.query = "tea" }
        await store.receive(\.answered) { $0.titles = ["tea for all"] }
        await store.receive(\.output)
        // page: end
    }

    func component() {
        let store = Store(initialState: Finder.State()) { Finder() }
        // page: component
        struct Summary: Connector {
            func props(for state: [String]) -> String { "\(state.count) found" }
        }

        Summary().expect("1 found", for: ["tea for all"])

        let label = PropsRecorder<String>()
        let connection = label.connect(to: store, state: \.titles, props: Summary().props)
        label.expect("0 found")
        store.send(.answered(["tea for all"]))
        label.expect("1 found")
        // page: end
        withExtendedLifetime(connection) {}
    }

    func companions() {
        let store = Store(initialState: Finder.State()) { Finder() }
        // page: companions
        struct Limit: Middleware {
            typealias Handle = StoreHandle<Finder.State, Finder.Action>

            func willReduce(
                _ action: Finder.Action,
                from origin: ActionOrigin,
                state: Finder.State,
                store: Handle
            ) -> Finder.Action? {
                guard case .answered(let titles) = action, titles.count > 1 else { return action }
                return .answered([titles[0]])
            }
        }

        let trace = Trace<Finder.State, Finder.Action>()
        let limit = store.attach(trace.recording(Limit(), as: "limit"))
        store.send(.answered(["tea", "coffee"]))
        trace.expect(
            .replaced(.answered(["tea", "coffee"]), with: .answered(["tea"]), by: "limit"),
            .reduced(.answered(["tea"]), seenBy: "limit"),
            .passed(.output(.found(1)), by: "limit"),
            .reduced(.output(.found(1)), seenBy: "limit")
        )
        // page: end
        withExtendedLifetime(limit) {}
    }
}
