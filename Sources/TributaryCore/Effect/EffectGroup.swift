// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Work that has to end before a task continues: the effects of one action, and those that follow from them.
///
/// An effect that waits for a place in its policy waits for a group, too, and so does an action for the commit that makes it durable.
@usableFromInline final class EffectGroup: Sendable {
    /// A task that waits.
    ///
    /// Not checked, because each is resumed once: at once if it was not added to `State`, else by the one that takes it from there, under
    /// the lock.
    private typealias Waiting = UnsafeContinuation<Void, Never>

    private struct State {
        /// How many effects and actions have to end.
        var number = 0

        /// The tasks that wait until all have ended, by numbers; the first needs no list.
        var first: (number: Int, task: Waiting)?
        var waiting: [Int: Waiting] = [:]
        var lastWaiting = 0

        /// One of the effects, so that a group of one needs no list.
        var single: EffectRecord?
        var others: [ObjectIdentifier: EffectRecord] = [:]
        var isCancelled = false

        /// The tasks that wait until its actions are reduced; `nil` once they are, or if they did not wait in an inbox.
        var arriving: [CheckedContinuation<Void, Never>]?

        /// The newest commit of its actions, if they are recorded.
        var commit: EffectGroup?

        /// Why an action, or the commit that the group is, will never be durable.
        var failure: CommitError?

        /// Whether the group is a commit of which the machine took note that it is durable.
        var isDurable = false

        mutating func add(_ task: Waiting, _ number: Int) {
            if first == nil { first = (number, task) } else { waiting[number] = task }
        }

        /// Removes and returns a task that waits.
        mutating func takeWaiting(_ number: Int) -> Waiting? {
            first?.number == number ? first.take()?.task : waiting.removeValue(forKey: number)
        }
    }

    private let state: Mutex<State>

    /// The group of an action, if this one is of deferred work that follows from it: it has the effects of both.
    private let outer: EffectGroup?

    /// - Parameters:
    ///   - group: The group of the action that deferred work follows from, or that of other deferred work.
    ///   - isArriving: Whether its actions wait in an inbox, or it is a commit: it does not end before `endArriving`.
    init(deferredIn group: EffectGroup? = nil, isArriving: Bool = false) {
        outer = group?.base
        state = Mutex(isArriving ? State(number: 1, arriving: []) : State())
    }

    /// The turn has ended in which the actions were taken from the inbox, or they were dropped; or the commit has ended.
    func endArriving() {
        guard let waiting = state.withLock({ $0.arriving.take() }) else { return }
        for task in waiting { task.resume() }
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
    func enter(_ effect: EffectRecord? = nil) {
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
    func leave(_ effect: EffectRecord? = nil) {
        let (first, waiting) = state.withLock { state -> (Waiting?, [Int: Waiting]) in
            if let effect {
                if state.single === effect {
                    state.single = nil
                } else {
                    state.others[ObjectIdentifier(effect)] = nil
                }
            }
            state.number -= 1
            guard state.number == 0 else { return (nil, [:]) }
            defer { (state.first, state.waiting) = (nil, [:]) }
            return (state.first?.task, state.waiting)
        }
        first?.resume()
        for task in waiting.values { task.resume() }
        outer?.leave(effect)
    }

    var isFinished: Bool {
        let (number, commit) = state.withLock { ($0.number, $0.commit) }
        return number == 0 && commit?.isFinished != false
    }

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

    /// Waits until all have ended, and the commits of the actions.
    ///
    /// The caller stays on its actor, so that a wait for many groups changes no threads.
    ///
    /// - Parameters:
    ///   - unlessCancelled: Whether to return as soon as the waiting task is cancelled.
    ///   - group: The group to cancel when the waiting task is cancelled.
    nonisolated(nonsending) func finish(unlessCancelled: Bool = false, ends group: EffectGroup? = nil) async {
        while !isFinished, !(unlessCancelled && Task.isCancelled) {
            await wait(unlessCancelled, ends: group)
            await state.withLock { $0.commit }?.wait(unlessCancelled, ends: group)
        }
    }

    private func wait(
        _ unlessCancelled: Bool,
        ends group: EffectGroup?,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            // The closure captures it, and so stays on the actor.
            _ = isolation
            await withUnsafeContinuation { task in
                let isOver = state.withLock { state in
                    // A task that is cancelled later finds itself in the table.
                    if state.number == 0 || unlessCancelled && Task.isCancelled { return true }
                    state.add(task, number)
                    return false
                }
                if isOver { task.resume() }
            }
        } onCancel: {
            group?.cancel()
            guard unlessCancelled else { return }
            let task = state.withLock { $0.takeWaiting(number) }
            task?.resume()
        }
    }

    // MARK: Commits

    /// Whether it is a commit of which the machine took note: effects do not wait for it then.
    var isDurable: Bool { state.withLock { $0.isDurable } }

    func becomeDurable() { state.withLock { $0.isDurable = true } }

    /// Why it will never be durable.
    var failure: CommitError? { state.withLock { $0.failure } }

    /// Receives the result of a commit from the recorder; on any thread.
    ///
    /// - Parameters:
    ///   - failure: Why the actions are not durable.
    ///   - inbox: The inbox of the machine.
    ///   - arrival: Passes the result to the machine, on its actor.
    func endCommit(_ failure: (any Error)?, _ inbox: StoreInbox, _ arrival: StoreDelivery) {
        if let failure { fail(.failed(failure)) }
        // The machine was released, so no effect starts.
        guard !inbox.isAbandoned else { return endArriving() }
        // Waiters are notified even if the machine was released.
        let delivery = StoreDelivery(outlivesMachine: true) {
            arrival()
            self.endArriving()
        }
        // No effect starts, so waiters are notified here. The delivery passes on the last outputs.
        if case .closed = inbox.append(delivery) { endArriving() }
    }

    /// An action of the group is part of a commit: the group does not end before that.
    func join(_ commit: EffectGroup) {
        outer?.join(commit)
        state.withLock { $0.commit = commit }
    }

    /// An action of the group, or the commit that it is, will never be durable.
    func fail(_ failure: CommitError = .dropped) {
        base.state.withLock { if $0.failure == nil { $0.failure = failure } }
    }

    /// Waits until all actions are durable, or only reduced, where they are not recorded.
    nonisolated(nonsending) func committed() async throws(CommitError) {
        // Before they are reduced, they belong to no commit.
        await withCheckedContinuation { task in
            let waits: ()? = state.withLock { $0.arriving?.append(task) }
            if waits == nil { task.resume() }
        }
        let commit = state.withLock { $0.commit }
        await commit?.finish()
        // A commit behind one that failed fails, too.
        if let failure = failure ?? commit?.failure { throw failure }
    }
}
