// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 14: other people's code is never run while the state is torn.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct HostileCodeLawTests {}

extension HostileCodeLawTests {
    typealias Place = Intruder.Place
    typealias Deed = Haunting.Deed

    nonisolated static let working: [(Place, Deed)] = Place.allCases.flatMap { place in
        Deed.allCases.filter { !place.mayBeInChange || $0.isHarmless }.map { (place, $0) }
    }

    nonisolated static let stopping: [(Place, Deed)] = Place.allCases.filter(\.isInChange).flatMap { place in
        Deed.allCases.filter { !$0.isHarmless }.map { (place, $0) }
    }

    @Test(arguments: working)
    func `law 14: code that is called may use the store, and nothing is missed for it`(
        place: Place,
        deed: Deed
    ) {
        let haunting = Haunting()
        let intruder = Intruder(at: place) { haunting.perform(deed) }
        intruder.haunt {
            haunting.store.send(.tick)
            haunting.store.send(contentsOf: [.tick, .none, .tick])
            haunting.perform(.haunt)
        }
        #expect(intruder.count > 0, "The place is visited")
        haunting.store.send(.tick)
        let ticks = haunting.store.number.value
        #expect(ticks >= (deed == .close ? 0 : 4))
        guard deed != .close, deed != .drop else { return }
        #expect(haunting.lateObservers(at: ticks) == [])
        #expect(haunting.heard.count > 30)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test(arguments: stopping)
    func `law 14: reading the state during its change stops the program with a name`(
        place: Place,
        deed: Deed
    ) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [place, deed] in
            await MainActor.run {
                let haunting = Haunting()
                let intruder = Intruder(at: place) { haunting.perform(deed) }
                intruder.haunt { haunting.store.send(.tick) }
            }
        }
        #expect(result?.complaint.contains("TRIBUTARY-002") == true)
    }
    #endif

    /// An identifier that calls a closure when it is hashed.
    private struct Caller: Hashable {
        let call: @MainActor () -> Void

        static func == (left: Caller, right: Caller) -> Bool { true }

        func hash(into hasher: inout Hasher) { MainActor.assumeIsolated { call() } }
    }

    @Test func `law 14: an action that an identifier sends between turns is reduced at once`() async {
        let log = EventLog()
        let store = Store(initialState: 0) {
            Reduce { (_: inout Int, caller: Caller?) in
                log("reduced")
                guard let caller else { return .none }
                return .concatenate(.run { _ in }.cancellable(id: caller), .run { _ in log("next") })
            }
        }
        let task = store.send(Caller { store.send(nil) })
        log.removeAll()
        // The effect ends on the actor of the store, because another one follows it.
        await task.finish()
        #expect(log.events == ["reduced", "next"])
    }

    @Test func `law 14: a selector of a mirror may read it, send to it, and observe it`() async {
        let server = StoreActor(initialState: Counter.State()) { Counter() }
        let mirror = await Store(mirroring: server)
        var heard: [Int] = []
        var added: [ObservationToken] = []
        let token = mirror.observe(
            { state in
                Intruder.visit(.selector)
                return state.count
            },
            onChange: { heard.append($0) }
        )
        let intruder = Intruder(at: .selector) {
            added.append(mirror.observe(\.count) { _ in })
            if mirror.count < 3 { mirror.send(.increment) }
        }
        await intruder.haunt { await mirror.send(.increment).finish() }
        await mirror.send(.increment).finish()
        #expect(intruder.count > 0)
        #expect(heard.last == mirror.count)
        #expect(await server.state.count == mirror.count)
        withExtendedLifetime((token, added)) {}
    }
}
