// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TributaryCore
public import TributaryLog

extension Counterexample where State: Encodable, Action: Journaled {
    /// Writes the counterexample as a session, which the inspector opens, and which `replay(session:)` reduces again.
    ///
    /// The session begins with the initial state. Each step that reduces actions is a commit, at a time of its own.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The name of the store in the session.
    /// - Throws: An error if the state or an action cannot be encoded, or if the file cannot be written.
    public func writeSession(to path: String, name: String = "counterexample") throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let start = LogSnapshot(
            name: name,
            sequence: 0,
            time: LogTime(milliseconds: 0),
            fingerprint: String(reflecting: State.self),
            contents: Array(try encoder.encode(initial.state))
        )
        let coding = CommitCoding<Action>()
        var commits: [LogCommit] = []
        var last = 0
        for (index, step) in trace.enumerated() where !step.reduced.isEmpty {
            let time = LogTime(milliseconds: index + 1)
            let entries = step.reduced.enumerated().map { position, reduced in
                JournalEntry(
                    action: reduced.action,
                    time: time,
                    // Within a turn, each action follows from the one before it.
                    cause: position == 0 ? step.cause : last + position
                )
            }
            commits.append(
                LogCommit(
                    name: name,
                    sequence: last + 1,
                    count: entries.count,
                    time: time,
                    contents: try coding.encode(entries)
                )
            )
            last += entries.count
        }
        try LogSession(name: name, start: start, commits: commits).write(to: path)
    }
}
