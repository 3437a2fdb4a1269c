// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import TributaryCluster
package import TributaryLog

/// A store of the cluster as this node sees it: what is durable there is done here, too, in the same order.
///
/// So what many ask is answered from here, and what the store decided about a command is known where it was sent.
package actor Replica<
    State: Codable & Sendable,
    Action: Journaled & CasePathable & Sendable,
    Answer: Sendable
> {
    /// What is followed.
    package let store: ClusterStore<State, Action>
    private let log: LogSink
    private let clock: any Clock<Duration>
    private let perform: @Sendable (Action, _ entry: Int) async -> Answer
    private var following: Task<Void, Never>?
    private var last = 0
    private var sendingCount = 0
    /// What was answered while somebody sends: who sends may hear of the entry later than of what it did.
    private var answers: [Int: Answer] = [:]
    private static var answerCount: Int { 10_000 }
    private var askers: [Int: [CheckedContinuation<Answer?, Never>]] = [:]

    /// Makes a replica that does nothing yet.
    ///
    /// - Parameters:
    ///   - store: What is followed.
    ///   - log: Takes what went wrong.
    ///   - clock: By which to wait before trying again.
    ///   - perform: Does what an entry says, one after the other.
    package init(
        of store: ClusterStore<State, Action>,
        log: LogSink,
        clock: any Clock<Duration>,
        perform: @escaping @Sendable (Action, _ entry: Int) async -> Answer
    ) {
        (self.store, self.log, self.clock, self.perform) = (store, log, clock, perform)
    }

    /// Begins to do what is durable, from the first entry on.
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
                    // The node leaves.
                    return
                } catch {
                    if Task.isCancelled { return }
                    log(.error, "\(store.id) cannot be followed: \(error)")
                    try? await clock.sleep(for: .seconds(1))
                }
            }
        }
    }

    /// Sends an action, and waits until it is done here.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: Of the command, if it may be sent again.
    ///   - deadline: How long to try.
    /// - Returns: What it did; `nil` if it was sent before, the replica was stopped, or this is heard 10,000 entries too late.
    /// - Throws: What `ClusterStore.send` throws.
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

    /// Stops; who waits for an answer gets none.
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
