// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import TributaryCore
import TributaryLog

/// The connection between a store and the node that owns it.
package final class StoreOwnership: Sendable {
    private struct State {
        /// The id of the command that is being sent, and the entry that it became.
        var command: (id: String, message: Int?)?
        var entry: Int?
        var recovered: [(id: String, entry: Int)] = []
        var lastClaim: String?
        var durable: Int

        /// The last entry that was given to the log, which may not be durable yet.
        var begun: Int
        var isClosed = false
        var waiting: [(after: Int, continuation: CheckedContinuation<Int?, Never>)] = []
        var flush: (@Sendable (@escaping @Sendable ((any Error)?) -> Void) -> Void)?
    }

    /// The entry by which the node owns the store, and the text that is written there.
    package let claim: Int
    package let token: String
    private let state: Mutex<State>

    package init(claim: Int, token: String) {
        self.claim = claim
        self.token = token
        state = Mutex(State(durable: claim, begun: claim))
    }

    /// The commands that were found in the log, in order.
    package var commands: [(id: String, entry: Int)] { state.withLock { $0.recovered } }

    /// Whether the last entry that was read is this claim.
    var isConfirmed: Bool { state.withLock { $0.lastClaim == token } }

    /// Takes a recovered entry, in order.
    func recovered(_ command: String?, isClaim: Bool, entry: Int) {
        guard let command else { return }
        state.withLock { state in
            if isClaim { state.lastClaim = command } else { state.recovered.append((command, entry)) }
        }
    }

    /// Takes the commands of the log before the snapshot.
    func insert(earlier commands: [(id: String, entry: Int)]) {
        state.withLock { $0.recovered.insert(contentsOf: commands, at: 0) }
    }

    // MARK: - Sending

    /// The command that is being sent, with the message that its commit removes.
    func takeCommand(entry: Int) -> (id: String, message: Int?)? {
        state.withLock { state in
            guard let command = state.command else { return nil }
            (state.command, state.entry) = (nil, entry)
            return command
        }
    }

    fileprivate func sending<Result>(_ command: String, _ message: Int?, _ body: () -> Result) -> (
        Result, entry: Int?
    ) {
        state.withLock { ($0.command, $0.entry) = ((command, message), nil) }
        let result = body()
        let entry = state.withLock { state in
            state.command = nil
            return state.entry
        }
        return (result, entry)
    }

    // MARK: - What is durable

    func flush<Action>(by writer: LogWriter<Action>) {
        state.withLock { state in
            state.flush = { [weak writer] end in
                guard let writer else { return end(CommitError.dropped) }
                writer.write(LogWriter.Work(entries: [], changes: [], end: end, keepSnapshot: nil))
            }
        }
    }

    /// Waits until the store's entries are durable.
    package func flush(_ flushed: StoreFlush) async throws {
        let error = await flushed.wait()
        if let error { throw error }
    }

    fileprivate func beginFlush() -> StoreFlush {
        let flushed = StoreFlush()
        guard let flush = state.withLock({ $0.flush }) else {
            flushed.end(CommitError.dropped)
            return flushed
        }
        flush { flushed.end($0) }
        return flushed
    }

    var durable: Int { state.withLock { $0.durable } }

    var begun: Int { state.withLock { $0.begun } }

    func begins(through entry: Int) { state.withLock { $0.begun = entry } }

    func wrote(through entry: Int) {
        let waiting = state.withLock { state in
            state.durable = max(state.durable, entry)
            let waiting = state.waiting.filter { $0.after < entry }
            state.waiting.removeAll { $0.after < entry }
            return waiting
        }
        for waiter in waiting { waiter.continuation.resume(returning: entry) }
    }

    /// Waits for an entry after another.
    ///
    /// - Parameter entry: The number of an entry.
    /// - Returns: The last durable entry; `nil` if the store was closed before.
    package func durable(after entry: Int) async -> Int? {
        await withCheckedContinuation { continuation in
            let known: Int?? = state.withLock { state in
                if state.isClosed { return .some(nil) }
                if state.durable > entry { return state.durable }
                state.waiting.append((entry, continuation))
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Resumes waiting callers.
    package func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.continuation.resume(returning: nil) }
    }
}

/// Ends when all entries of a store are written.
package final class StoreFlush: Sendable {
    private enum State {
        case open, waiting(CheckedContinuation<(any Error)?, Never>), ended((any Error)?)
    }

    private let state = Mutex(State.open)

    func end(_ error: (any Error)?) {
        let former = state.withLock { state in
            defer { state = .ended(error) }
            return state
        }
        if case .waiting(let continuation) = former { continuation.resume(returning: error) }
    }

    func wait() async -> (any Error)? {
        await withCheckedContinuation { continuation in
            let error: (any Error)?? = state.withLock { state in
                if case .ended(let error) = state { return .some(error) }
                state = .waiting(continuation)
                return nil
            }
            if let error { continuation.resume(returning: error) }
        }
    }
}

extension StoreActor {
    /// Sends an action under the id of a command, in the context that came with it.
    ///
    /// The commit removes the message of its command.
    ///
    /// - Returns: The work, and the entry that the action became; `nil` if it was dropped.
    package func send(
        _ action: Action,
        as command: String,
        removing message: Int?,
        in context: [String: String]?,
        of ownership: StoreOwnership
    ) -> (task: StoreTask, entry: Int?) where Action: Sendable {
        let (task, entry) = ownership.sending(command, message) {
            withMachine { machine in machine.resuming(context) { machine.send(action) } }
        }
        return (task, entry)
    }

    /// Reads the state, with a flush that ends when all entries up to that state are durable.
    package func read<Result: Sendable>(
        _ ownership: StoreOwnership,
        _ body: @Sendable (State) throws -> Result
    ) rethrows
        -> (result: Result, flushed: StoreFlush)
    {
        (try withState(body), ownership.beginFlush())
    }
}
