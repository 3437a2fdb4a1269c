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

/// Plays as loud as its store says.
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

    private func makeStore() -> StoreOf<Counter> {
        Store(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.volume = 7
            $0.diagnosticReporter = recorder.reporter
        }
    }

    @Test func `a service that is made as it is attached is handed over with its token`() {
        let store = makeStore()
        let (player, token) = store.attach { Player() }
        store.send(.increment)
        #expect(player.played == [7])
        token.cancel()
        store.send(.increment)
        #expect(player.played == [7])
        #expect(recorder.identifiers == [])
    }

    @Test func `a machine and a store on its own actor hand it over, too`() async {
        struct Quiet: Service {
            typealias Action = Counter.Action
            @Dependency(\.volume) var volume
            func detail(of state: Counter.State) -> Int { state.count }
        }
        let machine = Machine(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.volume = 2
        }
        let (player, token) = machine.attach { Player() }
        let actor = StoreActor(initialState: Counter.State()) {
            Counter()
        } dependencies: {
            $0.volume = 3
        }
        let (quiet, other) = await actor.attach { Quiet() }
        #expect([player.volume, quiet.volume] == [2, 3])
        withExtendedLifetime((token, other)) {}
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
}
