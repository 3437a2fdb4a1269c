// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The effects that a `StoreTask` waits for: those of one action, and those that follow from them.
@usableFromInline package final class EffectGroup: Sendable {
    private struct State {
        /// How many effects and actions have to end.
        var number = 0

        /// Opened when all have ended.
        var waiting: [EffectGate] = []

        /// One of the effects, so that a group of one needs no list.
        var single: RunningEffect?
        var others: [ObjectIdentifier: RunningEffect] = [:]
        var isCancelled = false

        /// Opened when its actions have been reduced; `nil` once they have, or if they did not wait in the inbox.
        var arriving: [EffectGate]?

        /// The last commit of its actions, if they are recorded.
        var commit: EffectGroup?

        /// Why one of them will never be durable.
        var failure: CommitError?
    }

    private let state: Mutex<State>

    /// The group of an action, if this one is of deferred work that follows from it: it has the effects of both.
    private let outer: EffectGroup?

    /// - Parameter group: The group of the action that deferred work follows from, or that of other deferred work.
    init(deferredIn group: EffectGroup? = nil) {
        outer = group?.base
        state = Mutex(State())
    }

    /// The group of actions that wait in an inbox: it does not end before `endArriving`.
    static func arriving() -> EffectGroup { EffectGroup(arriving: State(number: 1, arriving: [])) }

    private init(arriving: State) {
        outer = nil
        state = Mutex(arriving)
    }

    /// The turn has ended in which the actions were taken from the inbox, or they were dropped.
    func endArriving() {
        let gates = state.withLock { $0.arriving.take() }
        gates?.forEach { $0.open() }
        leave()
    }

    /// The group of the action, also for deferred work.
    var base: EffectGroup { outer ?? self }

    /// Whether it is the group of deferred work.
    var isDeferred: Bool { outer != nil }

    /// The group of an action that a closed store refused.
    static let refused: EffectGroup = {
        let group = EffectGroup()
        group.fail()
        return group
    }()

    /// Counts something that must end before the group ends: an effect can be cancelled until it leaves.
    func enter(_ effect: RunningEffect? = nil) {
        outer?.enter(effect)
        let isCancelled = state.withLock { state in
            state.number += 1
            guard let effect else { return false }
            if state.single == nil {
                state.single = effect
            } else {
                state.others[ObjectIdentifier(effect)] = effect
            }
            return state.isCancelled
        }
        if isCancelled { effect?.cancel() }
    }

    /// Undoes one `enter`.
    func leave(_ effect: RunningEffect? = nil) {
        let gates = state.withLock { state -> [EffectGate] in
            if let effect {
                if state.single === effect {
                    state.single = nil
                } else {
                    state.others[ObjectIdentifier(effect)] = nil
                }
            }
            state.number -= 1
            guard state.number == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for gate in gates { gate.open() }
        outer?.leave(effect)
    }

    var isFinished: Bool { state.withLock { $0.number == 0 } }

    var isCancelled: Bool { base.state.withLock { $0.isCancelled } }

    func cancel() {
        // Shared by all actions that were refused: there is nothing to cancel.
        guard self !== Self.refused else { return }
        let running = state.withLock { state in
            state.isCancelled = true
            return (state.single, state.others)
        }
        running.0?.cancel()
        for effect in running.1.values { effect.cancel() }
    }

    /// A gate that opens when all have ended; `nil` if they have.
    private func gate() -> EffectGate? {
        state.withLock { state in
            guard state.number > 0 else { return nil }
            let gate = EffectGate()
            state.waiting.append(gate)
            return gate
        }
    }

    /// Waits until all have ended, also if the waiting task is cancelled.
    func finish() async { await gate()?.waitToTheEnd() }

    /// Waits as `finish` does, but returns as soon as the waiting task is cancelled.
    func finishUnlessCancelled() async { await gate()?.wait() }

    /// Counts an action until its commit has ended; the group does not end before.
    func enter(_ commit: PendingCommit) {
        enter()
        base.state.withLock { $0.commit = commit.group }
    }

    /// An action of the group will never be durable.
    func fail(_ failure: CommitError = .dropped) {
        base.state.withLock { if $0.failure == nil { $0.failure = failure } }
    }

    /// Waits until all actions are durable, or only reduced, where they are not recorded.
    func committed() async throws(CommitError) {
        // Before they are reduced, they belong to no commit.
        let gate = state.withLock { state in
            let gate = state.arriving.map { _ in EffectGate() }
            if let gate { state.arriving?.append(gate) }
            return gate
        }
        await gate?.waitToTheEnd()
        await state.withLock { $0.commit }?.finish()
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

/// Why an action is not durable.
public enum CommitError: Error {
    /// The store was closed: the action was reported and dropped, and changed nothing.
    case dropped

    /// The log could not write the action.
    ///
    /// The store has reduced the action and has closed since. Open the store again to find out whether the action was written.
    case failed(any Error)
}

extension CommitError: CustomStringConvertible {
    /// The failure and its remedy.
    public var description: String {
        switch self {
        case .dropped: "The store was closed, so the action was dropped and changed nothing."
        case .failed(let error):
            "The actions could not be written, and the store has closed: \(error) Open it again to find out which are written."
        }
    }
}

/// A commit: the actions that became part of it, until the recorder reports its result.
final class PendingCommit: Sendable {
    private struct State {
        /// The groups of its actions.
        var actions: [EffectGroup] = []
        var failure: (any Error)?
        var isDurable = false
    }

    /// Finished when the commit has ended, without the effects of its actions.
    let group = EffectGroup()
    private let state = Mutex(State())

    init() { group.enter() }

    /// Adds an action, whose group waits for the commit.
    func append(_ action: EffectGroup) {
        action.enter(self)
        state.withLock { $0.actions.append(action) }
    }

    /// Why it failed.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Whether the machine took note that it is durable: effects do not wait for it then.
    var isDurable: Bool { state.withLock { $0.isDurable } }

    func becomeDurable() { state.withLock { $0.isDurable = true } }

    /// Receives the result from the recorder; on any thread.
    ///
    /// - Parameters:
    ///   - failure: Why the actions are not durable.
    ///   - inbox: The inbox of the machine.
    ///   - arrival: Passes the result to the machine, on its actor.
    func end(_ failure: (any Error)?, _ inbox: StoreInbox, _ arrival: StoreDelivery) {
        if let failure { state.withLock { $0.failure = failure } }
        // The machine was released, so no effect starts.
        guard !inbox.isAbandoned else { return leave() }
        // Waiters are notified even if the machine was released.
        let delivery = StoreDelivery {
            arrival()
            self.leave()
        }
        let item = StoreInbox.Item(delivery: delivery, outlivesMachine: true)
        // No effect starts, so waiters are notified here. The delivery passes on the last outputs.
        if case .closed = inbox.append(item) { leave() }
    }

    /// Notifies the waiters, once.
    private func leave() {
        let (actions, failure) = state.withLock { state in
            defer { state.actions = [] }
            return (state.actions, state.failure)
        }
        guard !actions.isEmpty else { return }
        for action in actions {
            if let failure { action.fail(.failed(failure)) }
            action.leave()
        }
        group.leave()
    }
}

/// Holds one task back until the gate opens.
final class EffectGate: Sendable {
    private let state = Mutex((isOpen: false, waiting: CheckedContinuation<Void, Never>?.none))

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits until the gate is open, or until the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await waitToTheEnd()
        } onCancel: {
            open()
        }
    }

    /// Waits until the gate is open, also if the task is cancelled.
    func waitToTheEnd() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting = continuation }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
