// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// A store that lives and is attended to keeps nothing of the effects that have ended.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EndedEffectTests {}

extension EndedEffectTests {
    enum Attendant: CaseIterable, Sendable { case none, observer, loop, listener, service, handle, mirror }

    private static let rounds = amount(2_000, inDebug: 500)

    private func store() -> StoreActor<[String], String> {
        StoreActor(initialState: []) {
            Reduce { (_: inout [String], action: String) in
                switch action {
                case "work": .run { _ in }
                case "known": .run { _ in }.cancellable(id: "known")
                case "parts": .concatenate(.run { _ in }, .merge(.run { _ in }, .run { _ in }))
                case "many": .merge((0..<100).map { _ in .run { _ in } })
                case "nothing": .none
                default: .cancel(id: "known")
                }
            }
        }
    }

    private func attend(_ attendant: Attendant, to store: StoreActor<[String], String>) async -> Any? {
        switch attendant {
        case .none: nil
        case .observer: await store.observe(\.count) { _ in }
        case .loop: await store.values(\.count)
        case .listener: await store.onAction { _ in }
        case .service: await store.attach(LoggingService("service", EventLog()))
        case .handle: await store.handle
        case .mirror: await Store(mirroring: store)
        }
    }

    @Test(arguments: Attendant.allCases)
    func `a store with companions keeps no ended effects`(attendant: Attendant) async {
        let store = store()
        let attending = await attend(attendant, to: store)
        var most = 0
        for round in 0..<Self.rounds {
            await store.send(["work", "known", "parts", "cancel"][round % 4]).finish()
            most = max(most, await store.keptEffectCount)
        }
        // Those of one action end together, and may be noticed only with the next.
        #expect(most <= 4)
        withExtendedLifetime(attending) {}
    }

    @Test func `an action without effects drops ended ones, also in an observed store`()
        async
    {
        let store = store()
        let token = await store.observe(\.count) { _ in }
        await store.send("many").finish()
        await store.send("nothing")
        // The last ones may be about to report their end.
        #expect(await store.keptEffectCount < 50)
        withExtendedLifetime(token) {}
    }

    @Test func `effects that a store runs without actions are not kept either`() async {
        let store = store()
        let token = await store.observe(\.count) { _ in }
        for _ in 0..<Self.rounds { await store.run { _ in }.finish() }
        #expect(await store.keptEffectCount <= 1)
        withExtendedLifetime(token) {}
    }
}

extension StoreActor {
    fileprivate var keptEffectCount: Int { machine.effects.table.count }
}
