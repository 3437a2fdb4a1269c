// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryLog

/// What a journal exported, read as the actions of a store.
enum JournalExport {
    /// Whether a file is one.
    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("tributary session 1\t".utf8)) }

    /// Reads a file, and reduces its actions.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - limits: How much is kept.
    ///   - makeReplayer: Makes what reduces them.
    /// - Returns: The history.
    /// - Throws: Why the file, or the store, is not the right one.
    static func read<State, Action>(
        _ bytes: [UInt8],
        limits: InspectorLimits,
        makeReplayer: ((State) -> Replayer<State, Action>)?
    ) throws(InspectorFault) -> History<State, Action> {
        guard let makeReplayer else {
            throw InspectorFault(
                "An export of a journal holds actions, and the inspector does not know the reducer: give it to “serve”."
            )
        }
        guard let actionType = Action.self as? any Journaled.Type,
            let stateType = State.self as? any Decodable.Type
        else {
            throw InspectorFault(
                "Exports of journals are for stores whose action is Journaled and whose state is Codable."
            )
        }
        do {
            let session = try LogSession(bytes: bytes)
            guard
                let state = try JSONDecoder().decode(stateType, from: Data(session.start.contents)) as? State
            else {
                throw InspectorFault("The state in the file is no \(State.self).")
            }
            let history = History(
                base: state,
                number: session.start.sequence,
                limits: limits,
                makeReplayer: makeReplayer
            )
            let replayer = makeReplayer(state)
            for commit in session.commits {
                let entries: [Entry<Action>] = try decode(commit, as: actionType)
                for (index, entry) in entries.enumerated() {
                    guard let action = entry.action else { continue }
                    var made = HistoryEntry<State, Action>(
                        number: commit.sequence + index,
                        cause: entry.cause,
                        origin: entry.cause == nil ? .store : .effect,
                        action: action,
                        turn: commit.sequence,
                        time: entry.time
                    )
                    replayer.reduce(action, as: made.recorded)
                    made.state = replayer.state
                    history.append(made)
                }
            }
            return history
        } catch let fault as InspectorFault {
            throw fault
        } catch is DecodingError {
            throw InspectorFault(
                "The state in the file is no \(State.self): it is the export of another store."
            )
        } catch {
            throw InspectorFault("The export cannot be read: \(error)")
        }
    }

    private struct Entry<Action> {
        let action: Action?
        let time: Int
        let cause: Int?
    }

    private static func decode<Action, Coded: Journaled>(_ commit: LogCommit, as type: Coded.Type) throws
        -> [Entry<Action>]
    {
        try CommitCoding<Coded>().decode(commit)
            .map { Entry(action: $0.action as? Action, time: $0.time.milliseconds, cause: $0.cause) }
    }
}
