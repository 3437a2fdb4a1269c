// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal
import TributaryLog

/// A store of a node, without its types.
protocol HostedStore: Sendable {
    var ownership: StoreOwnership { get }

    /// Performs a request.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - message: The message that requested it, which the commit removes.
    /// - Returns: The answer, and the value of a look.
    func perform(_ work: StoreWork, of message: Int?) async -> (answer: StoreAnswer, value: Data?)

    /// Stops, and resumes waiting callers.
    func close() async
}

/// Opens the stores of a directory.
protocol StoreHost: Sendable {
    var version: Int { get }

    /// The number of the last entry of a store's log.
    func lastEntry(of name: StoreName) async throws -> Int

    func claim(_ name: StoreName, as ownership: StoreOwnership) async throws

    /// Whether no other node has written to the log of an open store.
    func verify(_ name: StoreName, as ownership: StoreOwnership) async throws -> Bool

    /// Releases the closures that may refer to the cluster.
    func end()

    /// Opens a store that was claimed.
    func open(_ name: StoreName, claimedAs ownership: StoreOwnership) async throws -> any HostedStore
}

/// A store of a node.
struct RunningStore<State: Codable & Sendable, Action: Journaled & Sendable>: HostedStore {
    let store: StoreActor<State, Action>
    let ownership: StoreOwnership
    let host: DirectoryHost<State, Action>
    let name: StoreName

    func perform(_ work: StoreWork, of message: Int?) async -> (answer: StoreAnswer, value: Data?) {
        switch work {
        case .send(let command, let bytes): (await send(bytes, as: command, message), nil)
        case .ask(let question, let contents): await ask(question, contents)
        case .watch(let entry):
            if let durable = await ownership.durable(after: entry) {
                (.shown, Data("\(durable)".utf8))
            } else {
                (.lost, nil)
            }
        }
    }

    private func send(_ bytes: Data, as command: String, _ message: Int?) async -> StoreAnswer {
        let sent: (action: Action, context: [String: String]?)
        do {
            sent = try SentAction.decode(bytes, to: name)
        } catch {
            return .unreadable("\(error)")
        }
        let (task, entry) = await store.send(
            sent.action,
            as: command,
            removing: message,
            in: sent.context,
            of: ownership
        )
        do {
            try await task.committed()
        } catch {
            return .lost
        }
        guard let entry else { return .refused("a middleware or the reducer of the store held it back") }
        return .committed(entry)
    }

    private func ask(_ question: String, _ contents: Data) async -> (answer: StoreAnswer, value: Data?) {
        guard let answering = host.answer(to: question) else {
            return (.refused("the directory “\(name.directory)” declares no answer to \(question)"), nil)
        }
        do {
            let (data, flushed) = await store.read(ownership) { state in
                // An error of the program's own code is no error of the log.
                Result { try answering(contents, state) }
            }
            let value: Data
            switch data {
            case .success(let data): value = data
            case .failure(let error): return (.refused("\(question) has no answer: \(error)"), nil)
            }
            guard value.count <= StoreWork.limit else {
                let reason =
                    "the answer to \(question) has \(value.count) bytes, and \(StoreWork.limit) are allowed"
                return (.refused(reason), nil)
            }
            try await ownership.flush(flushed)
            return (.shown, value)
        } catch {
            return (.lost, nil)
        }
    }

    func close() async {
        await store.close()
        ownership.close()
    }
}

/// An action on its way to its owner, coded as in a log, with the context in which it was sent.
enum SentAction {
    static func encode<Action: Journaled & Sendable>(_ action: Action, in context: [String: String]?) throws
        -> Data
    {
        var entry = JournalEntry(action: action, time: Journal.now(), cause: nil)
        entry.context = context
        return Data(try CommitCoding<Action>().encode([entry]))
    }

    static func decode<Action: Journaled & Sendable>(_ bytes: Data, to name: StoreName) throws
        -> (action: Action, context: [String: String]?)
    {
        let commit = LogCommit(
            name: name.log,
            sequence: 1,
            time: LogTime(milliseconds: 0),
            contents: [UInt8](bytes)
        )
        guard let entry = try CommitCoding<Action>().decode(commit).first, let action = entry.action else {
            throw JournalError.undecodable(name: name.log, sequence: 1, reason: "the action is no more")
        }
        return (action, entry.context)
    }
}
