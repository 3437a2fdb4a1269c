// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

private enum VolumeKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> Int { 1 }
}

extension Dependencies {
    fileprivate var volume: Int {
        get { self[VolumeKey.self] }
        set { self[VolumeKey.self] = newValue }
    }
}

/// Plays with the volume of its store.
private class Player: Service {
    @Dependency(\.volume) var volume
    private(set) var played: [Int] = []

    func detail(of state: Counter.State) -> Int { state.count }

    func stateChanged(from old: Int, to new: Int, store: StoreHandle<Counter.State, Counter.Action>) {
        played.append(volume)
    }
}

private final class LoudPlayer: Player {}

/// Services that are made as they are attached, and those that were made before.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ServiceMakingTests {
    private let recorder = DiagnosticRecorder()
}

extension ServiceMakingTests {
    private func makeStore() -> StoreOf<Counter> {
        Store(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.volume = 7
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `a service that is made as it is attached has the store's dependencies`() throws {
        let store = makeStore()
        var made: Player?
        func make() -> Player {
            let player = Player()
            made = player
            return player
        }
        let token = store.attach { make() }
        let player = try #require(made)
        store.send(.increment)
        #expect(player.played == [7])
        token.cancel()
        store.send(.increment)
        #expect(player.played == [7])
        #expect(recorder.identifiers == [])
    }

    @Test func `a service of a store on its own actor has them, too`() async {
        struct Quiet: Service {
            typealias Action = Counter.Action
            @Dependency(\.volume) var volume
            init(_ volumes: Heard<Int>) { volumes.append(volume) }
            func detail(of state: Counter.State) -> Int { state.count }
        }
        let volumes = Heard<Int>()
        let actor = StoreActor(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.volume = 3
        }
        let token = await actor.attach { Quiet(volumes) }
        #expect(volumes.all == [3])
        withExtendedLifetime(token) {}
    }

    @Test
    func `a service that was made elsewhere and reads a default is reported to the store it is attached to`()
    {
        let store = makeStore()
        let player = LoudPlayer()
        let token = store.attach(player)
        #expect(recorder.identifiers == [])
        store.send(.increment)
        #expect(player.played == [1])
        #expect(recorder.identifiers == [.dependencyOutsideStore])
        #expect(recorder.diagnostics.first?.remedy.contains("store.attach { Player() }") == true)
        #expect(recorder.diagnostics.first?.site?.description.contains("ServiceMakingTests") == true)
        withExtendedLifetime(token) {}
    }

    /// Sends when it is started, and receives the actions of the others.
    private struct Greeter: Service {
        let name: String
        let log: EventLog
        typealias Action = Counter.Action

        func detail(of state: Counter.State) -> Int { state.count }

        func start(store: StoreHandle<Counter.State, Counter.Action>) {
            log("\(name) starts")
            store.send(.increment)
        }

        func stateChanged(from old: Int, to new: Int, store: StoreHandle<Counter.State, Counter.Action>) {
            log("\(name) sees \(new)")
        }
    }

    @Test func `several are started in order before their actions are reduced, in one turn`() {
        let log = EventLog()
        let store = makeStore()
        var counts: [Int] = []
        let observation = store.observe(\.count) { counts.append($0) }
        let isLate = false
        let token = store.attach {
            Greeter(name: "a", log: log)
            for name in ["b", "c"] { Greeter(name: name, log: log) }
            if isLate { Greeter(name: "late", log: log) }
        }
        let seen = (1...3).flatMap { count in ["a", "b", "c"].map { "\($0) sees \(count)" } }
        #expect(log.events == ["a starts", "b starts", "c starts"] + seen)
        #expect(counts == [0, 3])
        token.cancel()
        store.send(.increment)
        #expect(log.events.count == 12)
        withExtendedLifetime(observation) {}
    }

    @Test func `several of a scope and of a mirror are started so, too`() async {
        let log = EventLog()
        let scope = makeStore().scope(state: \.self)
        let token = scope.attach {
            Greeter(name: "a", log: log)
            Greeter(name: "b", log: log)
        }
        #expect(log.events.prefix(2) == ["a starts", "b starts"])
        #expect(scope.count == 2)
        let mirror = await Store(mirroring: StoreActor(initialState: Counter.State()) { Counter() })
        let other = mirror.attach {
            Greeter(name: "c", log: log)
            Greeter(name: "d", log: log)
        }
        await mirror.finish()
        #expect(log.events.filter { $0.hasSuffix("starts") } == ["a", "b", "c", "d"].map { "\($0) starts" })
        #expect(mirror.count == 2)
        withExtendedLifetime((token, other)) {}
    }
}
