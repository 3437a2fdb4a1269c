// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 14: other people's code is never run while the state is torn.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct HostileCodeLawTests {
    typealias Place = Intruder.Place
    typealias Deed = Haunting.Deed

    /// What case paths may do while an enum is taken apart to mark a collection in it: all that reads no state.
    private nonisolated static let harmlessInCasePaths: Set<Deed> = [.send, .mount, .close, .drop]

    nonisolated static let working: [(Place, Deed)] = Place.allCases.flatMap { place in
        Deed.allCases.map { (place, $0) }
    }
    .filter { place, deed in ![.extract, .embed].contains(place) || harmlessInCasePaths.contains(deed) }

    nonisolated static let stopping: [(Place, Deed)] = [Place.extract, .embed].flatMap { place in
        Deed.allCases.filter { !harmlessInCasePaths.contains($0) }.map { (place, $0) }
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
    func `law 14: a case path that reads the store while its enum is taken apart stops with a name`(
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

    @Test func `law 14: what a mirror shows may be read, sent to and observed where it is selected`() async {
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
