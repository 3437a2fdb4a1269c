// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
@testable import Conversation
@testable import Rooms
import Testing
import Tributary
import TributaryTesting

@Suite("No message is lost and none is doubled, however often the connection is")
struct LossTests {
    @Test("Whatever is cut and delivered, and in whatever order the server keeps and reads")
    func invariants() async {
        await checkInvariants(
            Invariant("the server keeps each message once, and numbers them without a gap") { state in
                state.log.map(\.number) == state.log.indices.map { $0 + 1 }
                    && Set(state.log.map(\.id)).count == state.log.count
            },
            Invariant("a client shows what the server has kept, in order and without a gap") { state in
                state.isFaithful(state.first) && state.isFaithful(state.second)
            },
            Invariant("what was said is pending or kept") { state in
                state.isAccountedFor(state.first) && state.isAccountedFor(state.second)
            },
            Invariant("what is shown as said is not pending") { state in
                state.isSettledOnce(state.first) && state.isSettledOnce(state.second)
            },
            initialState: LossyWorld.State(),
            actions: .anyOf(
                // What is delivered most often gets somewhere.
                .case(\.stepFirst, from: [.connect, .cut, .say] + Self.deliveries),
                .case(\.stepSecond, from: [.connect, .cut, .say] + Self.deliveries)
            ),
            count: 80,
            runs: 60,
            seed: 2026
        ) {
            LossyWorld()
        } dependencies: {
            $0.messageKeeping = MemoryKeeping().keeping
            $0.withRandomNumberGenerator = .seeded(5)
        }
    }

    @Test("Once the connections hold, everybody has everything, and nothing is pending", arguments: 1...12)
    func arriving(seed: UInt64) async {
        let store = TestStore(initialState: LossyWorld.State(), order: .random(seed: seed)) {
            LossyWorld()
        } dependencies: {
            $0.messageKeeping = MemoryKeeping().keeping
            $0.withRandomNumberGenerator = .seeded(seed)
        }
        store.exhaustivity = .off
        var generator = FixedGenerator(state: seed)
        for _ in 0..<150 {
            let isOften = Int.random(in: 0..<10, using: &generator) < 7
            let step: LossyWorld.Step =
                isOften
                ? (Bool.random(using: &generator) ? .deliverUp : .deliverDown)
                : LossyWorld.Step.allCases.randomElement(using: &generator) ?? .say
            await store.send(Bool.random(using: &generator) ? .stepFirst(step) : .stepSecond(step))
        }
        await store.send(.stepFirst(.connect))
        await store.send(.stepSecond(.connect))
        await store.finish()
        await store.skipReceivedActions(strict: false)
        for _ in 0..<400 {
            let state = store.state
            if !state.first.up.isEmpty { await store.send(.stepFirst(.deliverUp)) }
            if !state.second.up.isEmpty { await store.send(.stepSecond(.deliverUp)) }
            if !state.first.down.isEmpty { await store.send(.stepFirst(.deliverDown)) }
            if !state.second.down.isEmpty { await store.send(.stepSecond(.deliverDown)) }
            await store.finish()
            await store.skipReceivedActions(strict: false)
        }
        let state = store.state
        #expect(!state.log.isEmpty)
        #expect(state.log.count == state.first.said.count + state.second.said.count)
        for client in [state.first, state.second] {
            #expect(client.up.isEmpty && client.down.isEmpty)
            #expect(client.conversation.messages == state.log)
            #expect(client.conversation.pending.isEmpty)
            #expect(client.conversation.early.isEmpty)
        }
        await store.finish()
    }

    private static let deliveries: [LossyWorld.Step] = [
        .deliverUp, .deliverDown, .deliverDown, .deliverUp, .deliverDown, .deliverDown, .say,
    ]
}

/// The same numbers each time.
struct FixedGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
