// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal
import TributaryLog

/// A store of a node, without its types.
protocol HostedStore: Sendable {
    var ownership: StoreOwnership { get }

    /// Does what is wanted.
    func perform(_ work: StoreWork) async -> (answer: StoreAnswer, value: Data?)

    /// Stops, and lets go of those that wait.
    func close() async
}

/// What opens the stores of a directory.
protocol StoreHost: Sendable {
    var fingerprint: String { get }

    /// The number of the last entry of a store's log.
    func lastEntry(of name: StoreName) async throws -> Int

    func claim(_ name: StoreName, as ownership: StoreOwnership) async throws

    /// Whether nobody else has written to the log of a store that is open.
    func verify(_ name: StoreName, as ownership: StoreOwnership) async throws -> Bool

    /// Opens a store that was claimed.
    func open(_ name: StoreName, claimedAs ownership: StoreOwnership) async throws -> any HostedStore
}

/// A store of a node.
struct RunningStore<State: Codable & Sendable, Action: Journaled & Sendable>: HostedStore {
    let store: StoreActor<State, Action>
    let ownership: StoreOwnership
    let name: StoreName

    func perform(_ work: StoreWork) async -> (answer: StoreAnswer, value: Data?) {
        switch work {
        case .send(let command, let bytes):
            let sent: (action: Action, context: [String: String]?)
            do {
                sent = try SentAction.decode(bytes, to: name)
            } catch {
                return (.refused("\(error)"), nil)
            }
            let (task, entry) = await store.send(sent.action, as: command, in: sent.context, of: ownership)
            do {
                try await task.committed()
            } catch {
                return (.lost, nil)
            }
            guard let entry else {
                return (.refused("a middleware or the reducer of the store held it back"), nil)
            }
            return (.committed(entry), nil)
        case .read:
            do {
                let (data, flushed) = try await store.read(ownership) { try JSONEncoder().encode($0) }
                try await ownership.flush(flushed)
                return (.shown, data)
            } catch is EncodingError {
                return (.refused("the state cannot be coded"), nil)
            } catch {
                return (.lost, nil)
            }
        case .watch(let entry):
            guard let durable = await ownership.durable(after: entry) else { return (.lost, nil) }
            return (.shown, Data("\(durable)".utf8))
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
