// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The effects that a task waits for: those of one action, and those that follow from them.
///
/// An effect that waits for a place in its policy waits for a group, too.
@usableFromInline package final class EffectGroup: Sendable {
    private struct State {
        /// How many effects and actions have to end.
        var number = 0

        /// The tasks that wait until all have ended, by numbers.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0

        /// One of the effects, so that a group of one needs no list.
        var single: RunningEffect?
        var others: [ObjectIdentifier: RunningEffect] = [:]
        var isCancelled = false

        /// The tasks that wait until its actions are reduced; `nil` once they are, or if they did not wait in the inbox.
        var arriving: [CheckedContinuation<Void, Never>]?

        /// The last commit of its actions, if they are recorded.
        var commit: EffectGroup?

        /// Why one of them will never be durable.
        var failure: CommitError?
    }

    private let state: Mutex<State>

    /// The group of an action, if this one is of deferred work that follows from it: it has the effects of both.
    private let outer: EffectGroup?

    /// - Parameters:
    ///   - group: The group of the action that deferred work follows from, or that of other deferred work.
    ///   - isArriving: Whether its actions wait in an inbox: it does not end before `endArriving`.
    init(deferredIn group: EffectGroup? = nil, isArriving: Bool = false) {
        outer = group?.base
        state = Mutex(isArriving ? State(number: 1, arriving: []) : State())
    }

    /// The turn has ended in which the actions were taken from the inbox, or they were dropped.
    func endArriving() {
        let waiting = state.withLock { $0.arriving.take() }
        waiting?.forEach { $0.resume() }
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
        let waiting = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
            if let effect {
                if state.single === effect {
                    state.single = nil
                } else {
                    state.others[ObjectIdentifier(effect)] = nil
                }
            }
            state.number -= 1
            guard state.number == 0 else { return [:] }
            defer { state.waiting = [:] }
            return state.waiting
        }
        for task in waiting.values { task.resume() }
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

    /// Waits until all have ended.
    ///
    /// - Parameter unlessCancelled: Whether to return as soon as the waiting task is cancelled.
    func finish(unlessCancelled: Bool = false) async {
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { task in
                let isOver = state.withLock { state in
                    // A task that is cancelled later finds itself in the table.
                    let isOver = state.number == 0 || unlessCancelled && Task.isCancelled
                    if !isOver { state.waiting[number] = task }
                    return isOver
                }
                if isOver { task.resume() }
            }
        } onCancel: {
            guard unlessCancelled else { return }
            let task = state.withLock { $0.waiting.removeValue(forKey: number) }
            task?.resume()
        }
    }

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
        await withCheckedContinuation { task in
            let waits: ()? = state.withLock { $0.arriving?.append(task) }
            if waits == nil { task.resume() }
        }
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
