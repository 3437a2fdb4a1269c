// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A commit in flight, and the effects that wait for it, until the recorder reports its result.
final class WaitingCommit: Sendable {
    private struct State {
        var groups: CommitGroups
        var failure: (any Error)?
        var group: EffectGroup?
        var hasLeft = false
    }

    private let number: Int
    private let inbox: StoreInbox
    private let machine: CommitEnd
    private let state: Mutex<State>

    init(_ number: Int, _ groups: CommitGroups, _ inbox: StoreInbox, _ machine: CommitEnd) {
        self.number = number
        self.inbox = inbox
        self.machine = machine
        state = Mutex(State(groups: groups))
    }

    /// Receives the result from the recorder; on any thread.
    func end(_ failure: (any Error)?) {
        if let failure { state.withLock { $0.failure = failure } }
        // The machine was released, so no effect starts.
        guard !inbox.isAbandoned else { return leave() }
        // Waiters are notified even if the machine was released.
        let delivery = StoreDelivery { self.arrive() }
        let item = StoreInbox.Item(delivery: delivery, outlivesMachine: true)
        // No effect starts, so waiters are notified here. The delivery passes on the last outputs.
        if case .closed = inbox.append(item) { leave() }
    }

    /// Passes the result to the machine, on its actor.
    private func arrive() {
        machine.end(number, state.withLock { $0.failure })
        leave()
    }

    /// A waiter for the commit alone, without its effects; `nil` if the commit has ended.
    func makeGroup() -> EffectGroup? {
        state.withLock { state in
            guard !state.hasLeft else { return nil }
            if let group = state.group { return group }
            let group = EffectGroup()
            group.enter()
            state.group = group
            return group
        }
    }

    /// Notifies the waiters, once.
    private func leave() {
        let (groups, failure, group) = state.withLock { state in
            defer { (state.groups, state.group, state.hasLeft) = (CommitGroups(), nil, true) }
            return (state.groups, state.failure, state.group)
        }
        groups.leave(failure.map(CommitError.failed))
        group?.leave()
    }
}

/// The callback for the end of a commit, on the actor of its machine.
///
/// Unchecked Sendable: its closure belongs to the machine's actor, and a delivery calls it only there.
final class CommitEnd: @unchecked Sendable {
    let end: (_ number: Int, _ failure: (any Error)?) -> Void

    init(_ end: @escaping (_ number: Int, _ failure: (any Error)?) -> Void) { self.end = end }
}

/// The effects of a commit's actions; a single action needs no list.
struct CommitGroups: Sendable {
    private var first: EffectGroup?
    private var others: [EffectGroup] = []

    var isEmpty: Bool { first == nil }

    mutating func append(_ group: EffectGroup) {
        if first == nil { first = group } else { others.append(group) }
    }

    func leave(_ failure: CommitError?) {
        first?.leaveCommit(failure)
        for group in others { group.leaveCommit(failure) }
    }
}

/// The commits in flight, first in, first out.
struct WaitingCommits {
    private var commits: [WaitingCommit?] = []

    /// The number of ended ones.
    private var ended = 0

    var isEmpty: Bool { commits.isEmpty }

    /// The number of pending ones.
    var count: Int { commits.count - ended }

    mutating func append(_ commit: WaitingCommit) { commits.append(commit) }

    mutating func removeFirst() {
        guard !isEmpty else { return }
        commits[ended] = nil
        ended += 1
        // Not one by one, because each removal would move all others.
        guard ended * 2 >= commits.count else { return }
        commits.removeFirst(ended)
        ended = 0
    }

    /// A waiter for all of them.
    func makeGroups() -> [EffectGroup] { commits.compactMap { $0?.makeGroup() } }
}
