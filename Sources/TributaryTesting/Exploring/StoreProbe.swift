// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// The progress of an explored scenario, as far as it decides the next steps.
struct ScenarioProgress: Sendable {
    /// Counts the calls of the scenario to its stores and clocks.
    var step = 0

    /// The states that the scenario has read, and so may remember.
    var knowledge: UInt64 = 0

    /// Whether the scenario receives actions, so that those that have arrived belong to the situation.
    var receives = false

    /// The stores of the scenario, and how many of them there are.
    var probes: [any SituationProbe] = []
    var benchCount = 0

    /// The clocks of the scenario.
    var clocks: [TestClock] = []

    /// Identifies the situation.
    ///
    /// - Parameters:
    ///   - mayPass: Whether the scenario itself could continue.
    ///   - ready: The effects that could continue.
    /// - Returns: The identity; `nil` if a store's state or actions are not Hashable.
    func situation(mayPass: Bool, _ ready: [ReadyJob]) -> UInt64? {
        // Another kind of store may be among them, of which nothing is known.
        guard probes.count == benchCount else { return nil }
        var situation = mix(mix(UInt64(step), knowledge), mayPass ? 2 : 1)
        for probe in probes {
            guard let identity = probe.identity(withReceived: receives) else { return nil }
            situation = mix(situation, identity)
        }
        for clock in clocks { situation = mix(situation, clock.identity) }
        return ready.reduce(situation) { $0 &+ mix($1.identity, 5) }
    }
}

/// Identifies the situation of one store.
protocol SituationProbe: Sendable {
    /// - Parameter withReceived: Whether the actions that arrived and were not received count.
    /// - Returns: The identity; `nil` if something is not Hashable.
    func identity(withReceived: Bool) -> UInt64?
}

/// The situation of a test store: its state, and its effects with their origins and steps.
///
/// Unchecked Sendable: it is used on the thread that drives the store, as everything in it.
final class StoreProbe<State, Action>: SituationProbe, @unchecked Sendable {
    private let scheduler: EffectScheduler
    private let received: ReceivedActions<State, Action>

    /// The state before the next action.
    private var stateIdentity: UInt64?

    init(
        _ machine: Machine<State, Action>,
        _ scheduler: EffectScheduler,
        _ received: ReceivedActions<State, Action>
    ) {
        self.scheduler = scheduler
        self.received = received
        stateIdentity = fingerprintIfHashable(machine.state)
    }

    /// Notes an action, with the effects that began with it.
    func note(_ action: Action, _ state: State) {
        if let before = stateIdentity, let action = fingerprintIfHashable(action) {
            scheduler.settleOrigins(at: mix(before, action))
        }
        stateIdentity = fingerprintIfHashable(state)
    }

    func identity(withReceived: Bool) -> UInt64? {
        guard let stateIdentity else { return nil }
        var identity = mix(stateIdentity, scheduler.effectsIdentity)
        guard withReceived else { return identity }
        for action in received.actions {
            guard let action = fingerprintIfHashable(action) else { return nil }
            identity = mix(identity, action)
        }
        return identity
    }
}

/// The fingerprint of a value; `nil` if its type is not Hashable.
func fingerprintIfHashable<Value>(_ value: Value) -> UInt64? {
    guard let value = value as? any Hashable else { return nil }
    return fingerprint(value)
}

extension EffectScheduler {
    /// The pieces of effects that could run now.
    var readyJobs: [ReadyJob] { state.withLock { $0.ready } }

    /// Sets the origins of effects that began since the last call.
    ///
    /// - Parameter turn: Identifies the state and the action with which they began.
    func settleOrigins(at turn: UInt64) {
        let fresh = state.withLock { state in
            defer { state.fresh = [] }
            return state.fresh
        }
        for (index, slot) in fresh.enumerated() { slot.history.setOrigin(mix(turn, UInt64(index + 1))) }
    }

    /// Identifies the effects that run or wait, whatever the order in which they began.
    var effectsIdentity: UInt64 {
        let (live, ready) = state.withLock { ($0.live, $0.ready) }
        return live.reduce(0) { identity, slot in
            let isReady = ready.contains { $0.effect === slot }
            return identity &+ mix(slot.history.identity, isReady ? 3 : 1)
        }
    }
}

extension TestClock {
    /// Identifies the time of the clock and the deadlines of its sleepers.
    var identity: UInt64 {
        state.withLock { state in
            state.sleepers.reduce(fingerprint(state.now.offset)) {
                $0 &+ mix(fingerprint($1.deadline.offset), 3)
            }
        }
    }
}

extension ReadyJob {
    /// Identifies the effect, its position, and the kind of the job.
    var identity: UInt64 { mix(effect?.history.identity ?? 1, isDelivery ? 2 : 1) }
}
