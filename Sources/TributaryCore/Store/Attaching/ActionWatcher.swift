// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What looks at the state after every action, behind all listeners: a service, or a feedback of a store.
///
/// The machine knows it weakly; its token keeps it.
class ActionWatcher<State> {
    /// Sees the state before the first action that it hears of.
    func prime(_ state: State) {}

    /// Begins, when all that are attached at the same time are there.
    func start() {}

    /// Sees the state after an action.
    func look(at state: State) {}

    /// Ends, once: nothing follows.
    func stop() {}
}

/// Watchers that were attached together, as one.
///
/// A machine that is closed stops them one after the other. When the token of the group goes, it hands those that
/// are left to the actor of the machine, to be stopped there.
final class WatcherGroup<State>: ActionWatcher<State> {
    private let members: [ActionWatcher<State>]

    /// How many of the members have been stopped; they see and hear nothing more.
    private var stoppedCount = 0
    private let inbox: StoreInbox

    init(_ members: [ActionWatcher<State>], inbox: StoreInbox) {
        self.members = members
        self.inbox = inbox
    }

    deinit {
        guard stoppedCount < members.count else { return }
        let remaining = members[stoppedCount...]
        let stopping = StoreDelivery { for member in remaining { member.stop() } }
        _ = inbox.append(StoreInbox.Item(delivery: stopping, outlivesMachine: true))
    }

    override func prime(_ state: State) {
        for member in members { member.prime(state) }
    }

    override func start() {
        for member in members { member.start() }
    }

    override func look(at state: State) {
        for member in members[stoppedCount...] { member.look(at: state) }
    }

    /// Stops the first member that was not stopped yet.
    ///
    /// - Returns: Whether there was one.
    func stopNext() -> Bool {
        guard stoppedCount < members.count else { return false }
        stoppedCount += 1
        members[stoppedCount - 1].stop()
        return true
    }
}

/// A watcher of a scope, as the parent of the scope sees it.
final class ScopedWatcher<State, Slice>: ActionWatcher<State> {
    private let base: ActionWatcher<Slice>
    private let read: (State, (Slice) -> Void) -> Bool

    init(base: ActionWatcher<Slice>, read: @escaping (State, (Slice) -> Void) -> Bool) {
        self.base = base
        self.read = read
    }

    override func prime(_ state: State) { _ = read(state) { base.prime($0) } }

    override func start() { base.start() }

    override func look(at state: State) { _ = read(state) { base.look(at: $0) } }

    override func stop() { base.stop() }
}
