// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing
import Tributary
import TributaryTesting

@testable import Conversation
@testable import Rooms

@Suite(
    "No message is lost and none is doubled, however often the connection and the server are",
    .timeLimit(.minutes(30))
)
struct LossTests {
    private typealias Law = Invariant<LossyWorld.State, LossyWorld.Action>

    @Test("Whatever is cut and delivered, and whenever the server is killed")
    func invariants() async {
        let once = Law("the server keeps each message once, and numbers them without a gap") { state in
            let numbers: [Int] = state.log.map(\.number)
            return numbers == state.log.indices.map { $0 + 1 }
                && Set(state.log.map(\.id)).count == numbers.count
        }
        let faithful = Law("a client shows what the server has kept, in order and without a gap") { state in
            state.isFaithful(state.first) && state.isFaithful(state.second)
        }
        let kept = Law("what was said is pending or kept") { state in
            state.isAccountedFor(state.first) && state.isAccountedFor(state.second)
        }
        let settled = Law("what is shown as said is not pending") { state in
            state.isSettledOnce(state.first) && state.isSettledOnce(state.second)
        }
        await checkInvariants(
            once,
            faithful,
            kept,
            settled,
            initialState: LossyWorld.State(),
            actions: Self.actions,
            count: 80,
            runs: 60,
            seed: 2026
        ) {
            LossyWorld()
        } dependencies: {
            $0.withRandomNumberGenerator = .seeded(5)
        }
    }

    @Test("Once the connections hold, everybody has everything, and nothing is pending", arguments: 1...12)
    func arriving(seed: UInt64) async {
        let store = TestStore(initialState: LossyWorld.State(), order: .random(seed: seed)) {
            LossyWorld()
        } dependencies: {
            $0.withRandomNumberGenerator = .seeded(seed)
        }
        store.exhaustivity = .off
        var generator = FixedGenerator(state: seed)
        for _ in 0..<150 {
            let step = Self.steps.randomElement(using: &generator) ?? .say
            let isFirst = Bool.random(using: &generator)
            await store.send(isFirst ? .stepFirst(step) : .stepSecond(step))
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: await store.send(.server(.kill))
            case 1..<6: await store.send(.server(.commit))
            default: break
            }
        }
        await store.send(.stepFirst(.connect))
        await store.send(.stepSecond(.connect))
        await store.finish()
        await store.skipReceivedActions(strict: false)
        for _ in 0..<400 {
            let state = store.state
            if !state.first.up.isEmpty { await store.send(.stepFirst(.deliverUp)) }
            if !state.second.up.isEmpty { await store.send(.stepSecond(.deliverUp)) }
            if !state.untold.isEmpty { await store.send(.server(.commit)) }
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

    /// Frequent deliveries make sure that there is progress.
    private static let steps: [LossyWorld.Step] = [
        .connect, .cut, .say, .deliverUp, .deliverDown, .deliverDown, .deliverUp, .deliverDown, .deliverDown,
        .say,
    ]

    /// A server that is killed all the time gets nowhere.
    private static let serverSteps: [LossyWorld.ServerStep] = [
        .commit, .commit, .commit, .commit, .commit, .kill,
    ]

    private static var actions: ActionGenerator<LossyWorld.Action> {
        let first = ActionGenerator<LossyWorld.Action>.case(\.stepFirst, from: steps)
        let second = ActionGenerator<LossyWorld.Action>.case(\.stepSecond, from: steps)
        let server = ActionGenerator<LossyWorld.Action>.case(\.server, from: serverSteps)
        return .anyOf(first, second, server)
    }
}

/// The same numbers each time.
struct FixedGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
