// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// How far the actions of a group are written down.
///
/// An object of its own, so that a group without has room for no more than a pointer.
final class GroupCommits: Sendable {
    private struct State {
        var pending = 0
        var failure: CommitError?
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Counts an action until it is durable.
    func enter() { state.withLock { $0.pending += 1 } }

    /// Undoes one `enter`.
    func leave(_ failure: CommitError?) {
        let waiting = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
            state.pending -= 1
            if state.failure == nil { state.failure = failure }
            guard state.pending == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// An action was dropped.
    func fail() { state.withLock { if $0.failure == nil { $0.failure = .dropped } } }

    /// Waits until all actions are durable.
    func wait() async throws(CommitError) {
        // Unsafe for the reason that `EffectGroup.finish` gives: the continuation is resumed here, or once by the last
        // commit, which takes it out under the lock.
        await withUnsafeContinuation { continuation in
            let isDone = state.withLock { state in
                if state.pending > 0 { state.waiting.append(continuation) }
                return state.pending == 0
            }
            if isDone { continuation.resume() }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

extension EffectGroup {
    /// The group of an action that a closed store refused.
    static let refused: EffectGroup = {
        let group = EffectGroup()
        group.fail()
        return group
    }()

    /// Counts an action until it is durable; the group does not end before.
    func enterCommit() {
        makeCommits().enter()
        enter()
    }

    /// Undoes one `enterCommit`.
    func leaveCommit(_ failure: CommitError?) {
        commits?.leave(failure)
        leave()
    }

    /// An action of the group was dropped.
    func fail() { makeCommits().fail() }
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
