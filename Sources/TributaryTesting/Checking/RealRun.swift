// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import TributaryCore

/// One run of a feature with real tasks, step by step.
final class RealRun<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    let world: World<WorldValue>
    let machine: Machine<State, Action>
    private let feature: CheckedFeature<State, Action, WorldValue>
    private let bench: TestBench

    /// The effects in the order in which they were started.
    private let slots: SlotList
    private let diagnostics = DiagnosticBox()

    /// The time that passed with the last step, if some did.
    private(set) var passedTime: Duration?

    init(_ feature: CheckedFeature<State, Action, WorldValue>, site: CallSite) {
        self.feature = feature
        let world = World(feature.world)
        self.world = world
        let bench = TestBench(order: .firstReady, site: site)
        self.bench = bench
        let diagnostics = diagnostics
        machine = bench.within {
            Machine(
                initialState: feature.initialState(),
                reducer: feature.reducer,
                dependencies: .ofStore {
                    $0.isTesting = true
                    $0.clock = CheckClock()
                    $0.diagnosticReporter = DiagnosticReporter { diagnostics.append($0) }
                    feature.dependencies(&$0, world)
                }
            )
        }
        let slots = SlotList()
        self.slots = slots
        // Feedbacks of the first state begin here.
        bench.within {
            machine.runEffects(on: bench.home) { [scheduler = bench.scheduler] description in
                let slot = scheduler.makeSlot(ReadyEffect(description))
                slots.append(slot)
                return slot
            }
        }
    }

    deinit {
        bench.within { machine.cancelEffects() }
        bench.scheduler.release()
    }

    var scheduler: EffectScheduler { bench.scheduler }

    /// The effects that would deliver an action with their next step, or begin.
    var deliveringSlots: [EffectSlot] {
        scheduler.state.withLock { $0.ready }.compactMap { $0.isDelivery ? $0.effect : nil }
    }

    /// The actions that the user may send now.
    var offeredActions: [Action] { feature.actions(machine.state) }

    /// Does a step that was traced.
    ///
    /// - Returns: Whether it was possible.
    nonisolated(nonsending) func apply(_ step: TracedStep<State, Action, WorldValue>) async -> Bool {
        passedTime = nil
        switch step.kind {
        case .send(let action):
            send(action)
        case .answer(let question, let answer):
            guard let slot = slot(step.start),
                let waiting = bench.scheduler.questions.first(where: {
                    $0.slot === slot
                        && ($0.question.isTime && question.isTime || $0.question.title == question.title)
                })
            else { return false }
            passedTime = (waiting.question.title.base as? PassingTime)?.duration
            await self.answer(waiting, with: answer)
        case .proceed:
            guard let slot = slot(step.start), deliver(slot) else { return false }
        }
        await settle()
        return true
    }

    /// Compares with the expected situation after a step.
    ///
    /// - Returns: The difference; `nil` if there is none.
    func difference(from step: TracedStep<State, Action, WorldValue>) -> String? {
        let reported = takeDiagnostics()
        if machine.state != step.state { return "The state is another one." }
        if world.value != step.world { return "The world is another one." }
        let count = bench.scheduler.liveCount
        if count != step.effectsInFlight {
            return "\(count) effects are in flight, and not \(step.effectsInFlight)."
        }
        if reported.map(\.identifier) != step.diagnostics.map(\.identifier) {
            return "Other diagnostics are reported."
        }
        return nil
    }

    /// The diagnostics that were reported since the last call.
    func takeDiagnostics() -> [Diagnostic] { diagnostics.takeAll() }

    private func slot(_ position: Int?) -> EffectSlot? {
        position.flatMap { slots[$0] }
    }

    func send(_ action: Action) { bench.within { _ = machine.send(action) } }

    /// Answers a question; an answer that changes nothing outside is given when the action arrives.
    nonisolated(nonsending) func answer(_ waiting: WaitingQuestion, with answer: AnyHashable) async {
        bench.within { scheduler.answer(waiting, with: answer) }
        await settle()
        if waiting.question.change == nil, let slot = waiting.slot { deliver(slot) }
    }

    @discardableResult
    func deliver(_ slot: EffectSlot) -> Bool {
        guard let index = bench.scheduler.deliveryIndex(of: slot) else { return false }
        return bench.within { bench.scheduler.step(.arriving, at: index) }
    }

    /// Runs effects until each waits, has ended, or has an action to send; lets those that were cancelled end.
    nonisolated(nonsending) func settle() async {
        repeat { await bench.scheduler.settle(.sending) } while endCancelled()
    }

    private func endCancelled() -> Bool {
        let running = Set(machine.runningEffects.map(\.number))
        guard let index = bench.scheduler.deliveryIndex(where: { !running.contains($0.description.number) })
        else {
            return false
        }
        return bench.within { bench.scheduler.step(.arriving, at: index) }
    }
}

/// Effects in the order in which they were started.
private final class SlotList: Sendable {
    private let slots = Mutex<[EffectSlot]>([])

    func append(_ slot: EffectSlot) { slots.withLock { $0.append(slot) } }

    subscript(position: Int) -> EffectSlot? { slots.withLock { position < $0.count ? $0[position] : nil } }
}

extension TestBench {
    /// Runs something as a part of the test: no effect interrupts it, and effects that begin belong to the scheduler.
    func within<Result>(_ body: () -> Result) -> Result {
        EffectScheduler.$current.withValue(scheduler) { scheduler.exclusively(body) }
    }
}

extension EffectScheduler {
    /// How many effects have not ended.
    var liveCount: Int { state.withLock { $0.live.count } }

    /// The position of the next delivery of an effect among the ready jobs.
    func deliveryIndex(of slot: EffectSlot) -> Int? { deliveryIndex { $0 === slot } }

    func deliveryIndex(where isWanted: (EffectSlot) -> Bool) -> Int? {
        state.withLock { state in
            state.ready.firstIndex { $0.isDelivery && $0.effect.map(isWanted) == true }
        }
    }
}
