// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import TributaryCore
import TributaryJournal
public import TributaryLog

/// A store of a cluster, at whichever node it is.
public struct ClusterStore<State: Codable & Sendable, Action: Journaled & Sendable>: Sendable {
    let directory: Directory<State, Action>
    let name: StoreName

    /// The store's name in its directory.
    public var id: String { name.id }

    /// Sends an action to the owner of the store, and returns when it is durable.
    ///
    /// It is tried again until the deadline, at another node if the owner is gone, and reduced once: as long as no 1,000
    /// entries of the store came in between, also if it is sent again with the same id. An unknown result may still happen later.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - id: Of the command; by default a new one. Give one of your own where you may have to send it again.
    ///   - deadline: How long to try.
    /// - Returns: The number of its entry.
    /// - Throws: `refused` if it has not happened, and will not; `unknown` if it may have happened.
    @discardableResult
    public func send(_ action: Action, id: String? = nil, deadline: Duration = .seconds(10))
        async throws(ClusterError) -> Int
    {
        let bytes: Data
        do {
            bytes = try SentAction.encode(action, in: directory.host.carrier?.fields)
        } catch {
            throw .refused(reason: "the action cannot be coded: \(error)")
        }
        guard bytes.count <= StoreWork.limit else {
            throw .refused(reason: "the action has \(bytes.count) bytes, and \(StoreWork.limit) are allowed")
        }
        let answered = try await request(.send(command: id ?? UUID().uuidString, action: bytes), deadline)
        guard case .committed(let entry) = answered.answer else {
            throw .unknown(reason: "the answer is no entry")
        }
        return entry
    }

    /// Sends the owner of the store a question that its directory answers.
    ///
    /// The answer shows a durable state. It may be older than the newest state if another node has taken the store over and the
    /// owner has not noticed yet: for at most ten of its heartbeats in which it reaches the log.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - deadline: How long to try.
    /// - Returns: The answer.
    /// - Throws: `refused` if the owner was not reached, or has no answer, or one that is too large.
    public func read<Question: ClusterQuestion>(_ question: Question, deadline: Duration = .seconds(10))
        async throws(ClusterError) -> Question.Answer
    {
        let contents: Data
        do {
            contents = try JSONEncoder().encode(question)
        } catch {
            throw .refused(reason: "the question cannot be coded: \(error)")
        }
        let answered = try await request(.ask(Question.name, question: contents), deadline)
        do {
            return try JSONDecoder().decode(Question.Answer.self, from: answered.value ?? Data())
        } catch {
            throw .refused(reason: "the answer to \(Question.name) cannot be read: \(error)")
        }
    }

    /// The outputs of the store: the actions of a case, when they are durable, in order.
    ///
    /// The sequence lasts until it is cancelled or this node leaves, even if the store moves to another owner; this node reads the
    /// entries from the log.
    ///
    /// - Parameters:
    ///   - output: The case.
    ///   - entry: The last entry that you received; `0` for all outputs.
    /// - Returns: The outputs, each with its entry. It throws a `JournalError` if an entry cannot be read.
    public func outputs<Output: Sendable>(_ output: CaseKeyPath<Action, Output>, after entry: Int = 0)
        -> AsyncThrowingStream<ClusterOutput<Output>, any Error>
    {
        let reader = OutputReader(store: self, path: CasePath(output), last: entry)
        return AsyncThrowingStream { try await reader.next() }
    }

    nonisolated(nonsending) func request(_ work: StoreWork, _ deadline: Duration) async throws(ClusterError)
        -> NodeRuntime.Answered
    {
        let answered = await directory.cluster.runtime.request(work, of: name, within: deadline)
        switch answered.answer {
        case .committed, .shown: return answered
        case .refused(let reason): throw .refused(reason: reason)
        case .unknown(let reason): throw .unknown(reason: reason)
        }
    }
}

/// Something that a store put out, durable.
public struct ClusterOutput<Output: Sendable>: Sendable {
    /// The number of the entry, to continue after it.
    public let entry: Int

    /// The output.
    public let output: Output
}

extension ClusterOutput: Equatable where Output: Equatable {}

/// Reads newly committed outputs when the owner announces them.
private actor OutputReader<State: Codable & Sendable, Action: Journaled & Sendable, Output: Sendable> {
    private let store: ClusterStore<State, Action>
    private let path: CasePath<Action, Output>
    private var last: Int
    private var actions: ArraySlice<(entry: Int, action: Action)> = []

    init(store: ClusterStore<State, Action>, path: CasePath<Action, Output>, last: Int) {
        self.store = store
        self.path = path
        self.last = last
    }

    func next() async throws -> ClusterOutput<Output>? {
        while true {
            while let (entry, action) = actions.popFirst() {
                if let output = path.extract(from: action) {
                    return ClusterOutput(entry: entry, output: output)
                }
            }
            try Task.checkCancellation()
            guard !store.directory.cluster.runtime.isLeaving else { return nil }
            // Bounded, so that a store that moves is found again.
            guard let answered = try? await store.request(.watch(after: last), .seconds(20)) else {
                // A node that runs another program refuses at once, for as long as an upgrade takes.
                try await store.directory.cluster.runtime.clock.sleep(.milliseconds(100))
                continue
            }
            guard let value = answered.value, let end = Int(String(decoding: value, as: UTF8.self)),
                end > last
            else { continue }
            let read: [(entry: Int, action: Action)]? = try await store.directory.host.current
                .actions(of: store.name.log, after: last, upTo: end)
            guard let read else { continue }
            actions = read[...]
            last = end
        }
    }
}
