// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A commit that is on its way, and the work that waits for it, until the recorder tells how it ended.
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

    /// The recorder tells how the commit ended; from any thread.
    func end(_ failure: (any Error)?) {
        if let failure { state.withLock { $0.failure = failure } }
        // Nobody is there to start anything.
        guard !inbox.isAbandoned else { return leave() }
        // Also for a machine that is gone: whoever waits for the commit hears of it.
        let delivery = StoreDelivery { self.arrive() }
        let item = StoreInbox.Item(delivery: delivery, outlivesMachine: true)
        // Nothing starts any more, so whoever waits is told here. The last outputs are told by the delivery.
        if case .closed = inbox.append(item) { leave() }
    }

    /// The end reaches the machine, on its actor.
    private func arrive() {
        machine.end(number, state.withLock { $0.failure })
        leave()
    }

    /// For whoever waits for the commit alone, and not for the effects that follow; `nil` if it has ended.
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

    /// Tells whoever waits, once.
    private func leave() {
        let (groups, failure, group) = state.withLock { state in
            defer { (state.groups, state.group, state.hasLeft) = (CommitGroups(), nil, true) }
            return (state.groups, state.failure, state.group)
        }
        groups.leave(failure.map(CommitError.failed))
        group?.leave()
    }
}

/// What the end of a commit calls on the actor of its machine.
///
/// Unchecked Sendable: it holds a closure of the machine's actor, and is called there alone, by a delivery.
final class CommitEnd: @unchecked Sendable {
    let end: (_ number: Int, _ failure: (any Error)?) -> Void

    init(_ end: @escaping (_ number: Int, _ failure: (any Error)?) -> Void) { self.end = end }
}

/// The work of the actions of a commit; that of a single one needs no list.
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

/// The commits that are on their way, first in, first out.
struct WaitingCommits {
    private var commits: [WaitingCommit?] = []

    /// How many of them have ended.
    private var ended = 0

    var isEmpty: Bool { commits.isEmpty }

    /// How many have not ended.
    var count: Int { commits.count - ended }

    mutating func append(_ commit: WaitingCommit) { commits.append(commit) }

    mutating func removeFirst() {
        guard !isEmpty else { return }
        commits[ended] = nil
        ended += 1
        // Not one by one, which would move all the others each time.
        guard ended * 2 >= commits.count else { return }
        commits.removeFirst(ended)
        ended = 0
    }

    /// For whoever waits for them.
    func makeGroups() -> [EffectGroup] { commits.compactMap { $0?.makeGroup() } }
}
