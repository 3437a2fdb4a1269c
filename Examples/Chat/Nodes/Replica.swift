// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Logging
package import Tributary
package import TributaryCluster
package import TributaryLog

/// A replica of a store of the cluster at this node: it applies the durable actions of the store in the same
/// order.
///
/// Frequent reads are answered locally, and the result of a command is available where it was sent.
package actor Replica<
    State: Codable & Sendable,
    Action: Journaled & CasePathable & Sendable,
    Answer: Sendable
> {
    /// The store to follow.
    package let store: ClusterStore<State, Action>
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let perform: @Sendable (Action, _ entry: Int) async -> Answer
    private var following: Task<Void, Never>?
    private var last = 0
    private var sendingCount = 0
    /// Results that arrived while a send was in progress: the sender may learn the entry of its action later
    /// than its result.
    private var answers: [Int: Answer] = [:]
    private static var answerCount: Int { 10_000 }
    private var askers: [Int: [CheckedContinuation<Answer?, Never>]] = [:]

    /// Makes a replica that does not follow the store yet.
    ///
    /// - Parameters:
    ///   - store: The store to follow.
    ///   - logger: Receives error messages.
    ///   - clock: The clock for delays between attempts.
    ///   - perform: Applies an entry; called for one entry after the other.
    package init(
        of store: ClusterStore<State, Action>,
        logger: Logger,
        clock: any Clock<Duration>,
        perform: @escaping @Sendable (Action, _ entry: Int) async -> Answer
    ) {
        (self.store, self.logger, self.clock, self.perform) = (store, logger, clock, perform)
    }

    /// Starts applying durable actions, from the first entry on.
    ///
    /// - Parameter actions: All actions of the store after an entry.
    package func follow(
        _ actions: @escaping @Sendable (_ entry: Int) -> AsyncThrowingStream<ClusterOutput<Action>, any Error>
    ) {
        following = Task {
            while !Task.isCancelled {
                do {
                    for try await output in actions(last) {
                        take(await perform(output.output, output.entry), of: output.entry)
                    }
                    // The node leaves the cluster.
                    return
                } catch {
                    if Task.isCancelled { return }
                    logger.error("\(store.id) cannot be followed: \(error)")
                    try? await clock.sleep(for: .seconds(1))
                }
            }
        }
    }

    /// Sends an action, and waits until it is applied here.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: The identifier of the command, if it may be sent again.
    ///   - deadline: The time limit.
    /// - Returns: Its result; `nil` if it was sent before, the replica was stopped, or 10,000 entries arrived
    ///   in between.
    /// - Throws: The errors of `ClusterStore.send`.
    @discardableResult
    package func send(_ action: Action, id: String? = nil, deadline: Duration = .seconds(20))
        async throws(ClusterError) -> Answer?
    {
        sendingCount += 1
        defer {
            sendingCount -= 1
            if sendingCount == 0 { answers = [:] }
        }
        let entry = try await store.send(action, id: id, deadline: deadline)
        if let answer = answers[entry] { return answer }
        guard entry > last, following?.isCancelled == false else { return nil }
        return await withCheckedContinuation { askers[entry, default: []].append($0) }
    }

    /// Stops following; pending sends return without a result.
    package func stop() async {
        following?.cancel()
        for asker in askers.values.joined() { asker.resume(returning: nil) }
        askers = [:]
        await following?.value
    }

    private func take(_ answer: Answer, of entry: Int) {
        last = entry
        if sendingCount > 0 {
            answers[entry] = answer
            answers[entry - Self.answerCount] = nil
        }
        for asker in askers.removeValue(forKey: entry) ?? [] { asker.resume(returning: answer) }
    }
}
