// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A weak view of a store that may be kept anywhere, and used from any thread.
///
/// Services and middleware get it, and callbacks of other libraries should capture it: it does not keep the store
/// alive. Once the store is gone, sending does nothing and there is no state.
/// ```swift
/// let handle = store.handle
/// connection.onMessage = { message in handle.send(.received(message)) }
/// ```
public struct StoreHandle<State, Action>: Sendable {
    let inbox: StoreInbox

    /// Where the diagnostics of the store go.
    package var diagnosticReporter: DiagnosticReporter { inbox.reporter }
    let way: StoreWay<State, Action>

    /// Called for each action when it is sent, on the sender's thread; for tests.
    package var onSend: @Sendable (Action) -> Void = { _ in }

    /// Sends an action; it is reduced on the store's actor.
    ///
    /// Actions arrive in the order in which they were sent, over all handles of a store and all threads. Within a
    /// turn, such as in a callback of a service, the action goes to the end of the turn's queue. Between turns a job
    /// on the store's actor reduces it, unless an action is sent to the store directly before: then it is reduced
    /// just before that one. The effects that it starts inherit no task-local values then. It costs a lock and a few
    /// allocations, and as much as starting an effect if the store was idle.
    ///
    /// Actions that were sent and not reduced yet are kept without a limit. No action may be dropped for lack of room, and the
    /// sender cannot wait, because it need not be asynchronous. If a sender may be faster than the store, let it wait at intervals
    /// for its actions, with `await handle.send(action).finish()`.
    ///
    /// A closed store reports the action and drops it.
    ///
    /// - Parameter action: The action; it need not be Sendable, as long as the sender does not keep it.
    /// - Returns: The work that follows, of which the reduction of the action is a part.
    @discardableResult
    public func send(_ action: sending Action) -> StoreTask {
        send(contentsOf: [action])
    }

    /// Sends actions as one turn, so that observers are notified once.
    ///
    /// An empty sequence does nothing.
    ///
    /// - Parameter actions: The actions, in order.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    public func send(contentsOf actions: sending [Action]) -> StoreTask {
        guard !actions.isEmpty else { return StoreTask(group: nil) }
        actions.forEach(onSend)
        let group = EffectGroup(isArriving: true)
        let delivery = StoreDelivery(of: group) { [way] in
            for action in actions { way.enqueue(action, .store, group) }
        }
        return append(delivery) {
            for action in actions {
                inbox.reporter.report(.sendAfterClose(to: State.self, action: String(reflecting: action)))
            }
        }
    }

    /// Closes the store, on its actor.
    ///
    /// It calls the store's `close` when the actor processes this call. Actions that wait then are dropped, also those sent through
    /// handles before; their tasks end. An endless turn is closed when it is reported as endless. Closing a second time, or through
    /// the handle of a scope, is a diagnostic and does nothing.
    ///
    /// - Returns: A task that finishes when services have stopped and their last actions are reduced.
    @discardableResult
    public func close() -> StoreTask {
        guard let closing = way.closing(EffectGroup(isArriving: true)) else {
            inbox.reporter.report(.scopeClosed(State.self))
            return StoreTask(group: nil)
        }
        return append(closing) { inbox.reporter.report(.closedTwice(State.self)) }
    }

    /// Adds a delivery to the inbox.
    ///
    /// - Parameters:
    ///   - delivery: The delivery, with the group that waits for it.
    ///   - report: Reports that the store is closed.
    /// - Returns: The work that follows.
    private func append(_ delivery: StoreDelivery, ifClosed report: () -> Void) -> StoreTask {
        switch inbox.append(inbox.carried(delivery)) {
        case .taken:
            return StoreTask(group: delivery.group)
        case .closed:
            report()
            return StoreTask(group: .refused)
        case .gone:
            return StoreTask(group: .refused)
        }
    }
}

extension StoreHandle {
    /// Sends actions as one turn, each with the origin it had in a mirrored store; a closed store drops them.
    func relay(_ actions: sending [(Action, ActionOrigin)]) {
        let delivery = StoreDelivery { [way] in
            for (action, origin) in actions { way.enqueue(action, origin, nil) }
        }
        _ = inbox.append(delivery)
    }
}

extension StoreHandle where State: Sendable {
    /// The current state, after all that was sent through handles before; `nil` if the store is gone.
    ///
    /// It is read on the store's actor. A closed store still has its last state. A scope has none while its state is
    /// absent.
    public var state: State? {
        get async {
            guard let actor = inbox.actor else { return nil }
            return await state(on: actor)
        }
    }

    private func state(on actor: isolated any Actor) -> State? {
        inbox.deliver()
        return way.withState { $0 }
    }
}

extension StoreHandle {
    /// Shows the current state to a closure, without waiting, if the caller is on the store's actor.
    ///
    /// ```swift
    /// func stop(store: StoreHandle<App.State, App.Action>) { store.withState { file.write($0.document) } }
    /// ```
    /// The caller is on that actor in each call that the store makes to a service, and in code that is isolated to
    /// it, such as that of a `@MainActor` type for a `Store`. Anywhere else, and while a reducer changes the state
    /// (law 10), it stops the program with a diagnostic; use `await store.state` there.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor; leave it out.
    ///   - body: Reads the state without copying it.
    /// - Returns: The closure's result; `nil` if the store is gone or has no state, like the scope of an absent child.
    /// - Throws: Any error that the closure throws.
    public func withState<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (State) throws -> Result
    ) rethrows -> Result? {
        guard inbox.isVisiting || isolation.map({ $0 === inbox.actor }) == true else {
            if inbox.isAbandoned { return nil }
            stopReadingElsewhere()
        }
        return try way.withState(body)
    }

    private func stopReadingElsewhere() -> Never {
        inbox.reporter.stop(
            Diagnostic(
                .stateReadElsewhere,
                message: """
                    The state of \(typeName(State.self)) was read at once through a handle, by code that is not known to run on \
                    the store's actor.
                    """,
                remedy: """
                    Read it in a call that the store makes to a service, in code that is isolated to the store's \
                    actor, or with `await store.state`.
                    """
            )
        )
    }
}

/// The effects that an action started, and those that followed from them.
///
/// The task of an action without effects is empty and costs nothing. Dropping a task changes nothing.
public struct StoreTask: Sendable {
    let group: EffectGroup?

    @usableFromInline init(group: EffectGroup?) { self.group = group }

    /// The task of an action without effects.
    package init() { group = nil }

    /// Waits until all effects that the action started have ended, and all that their actions started.
    ///
    /// If the waiting task is cancelled, the effects are cancelled.
    public nonisolated(nonsending) func finish() async { await group?.finish(ends: group) }

    /// Waits until the action, and the actions that it sent in its turn, are durable in the store's log.
    ///
    /// If the store is not recorded, it returns at once, or when an action that a handle sent is reduced. It does not wait for
    /// effects.
    ///
    /// - Throws: A `CommitError` if the action was dropped because the store is closed, or could not be written.
    public nonisolated(nonsending) func committed() async throws(CommitError) {
        try await group?.committed()
    }

    /// Cancels the effects.
    ///
    /// Their later actions are dropped.
    public func cancel() { group?.cancel() }

    /// Whether the effects were cancelled through this task.
    public var isCancelled: Bool { group?.isCancelled ?? false }
}

/// The way to a part of a store from outside: how actions join its queue, and how its state is read.
///
/// It keeps neither the machine nor a scope alive. So a scope may go away, and actions that were sent through it can
/// still be undone.
///
/// Unchecked Sendable: the closures belong to the store's actor, and have a weak reference to the machine. Handles
/// carry them from thread to thread. Only a `StoreDelivery` calls them, which the machine calls on that actor, and
/// code that is on that actor already.
package struct StoreWay<State, Action>: @unchecked Sendable {
    private let findMachine: () -> (any PartMachine)?
    private let read: ((State) -> Void) -> Bool

    /// Turns an action into one of the machine; `nil` if a scope holds it back.
    package let embed: (Action) -> EffectOperation?

    /// Finds an action in one of the machine.
    package let extract: (EffectOperation) -> Action?

    /// Whether the way leads to a whole store, which it may close.
    private let isWhole: Bool

    init(_ machine: Machine<State, Action>) {
        findMachine = { [weak machine] in machine }
        read = { [weak machine] in machine?.read($0) ?? false }
        embed = { SendOperation($0) }
        extract = { ($0 as? SendOperation<Action>)?.action }
        isWhole = true
    }

    /// The way to a scope, through that to its parent.
    init<Parent, ParentAction, ID>(
        _ parent: StoreWay<Parent, ParentAction>,
        through path: ScopePath<Parent, ParentAction, ID, State, Action>,
        _ id: ID
    ) {
        findMachine = parent.findMachine
        read = { [read = parent.read] in path.read(id, in: read, $0) }
        embed = { [embed = parent.embed] in
            guard let action = path.embed(id, $0) else { return nil }
            return embed(action)
        }
        extract = { [extract = parent.extract] in extract($0).flatMap { path.extract(id, $0) } }
        isWhole = path.mirrored != nil
    }

    /// The machine, as long as it lives.
    package var machine: (any HostedMachine)? { findMachine() }

    /// The delivery that closes the store, as part of a group; `nil` if the way cannot close it.
    func closing(_ group: EffectGroup) -> StoreDelivery? {
        isWhole ? StoreDelivery(of: group) { [findMachine] in findMachine()?.close(at: nil) } : nil
    }

    /// Appends an action to the queue of the machine, on the actor of the store.
    fileprivate func enqueue(_ action: Action, _ origin: ActionOrigin, _ group: EffectGroup?) {
        guard let machine = findMachine(), let operation = embed(action) else { return }
        machine.enqueue(PendingAction(operation: operation, origin: origin, group: group))
    }

    /// Shows the state to a closure, on the actor of the store; `nil` when there is none.
    func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result? {
        try TributaryCore.result(of: body, reading: read)
    }
}

extension Store {
    /// A reference to the store that does not retain it, for example for an undo history.
    package var way: StoreWay<State, Action> { part.way }
}
