// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryLog

extension Journal {
    /// The names of the stores in the journal, in order.
    public var names: [String] { get async throws { try await log.names() } }

    /// Exports a store's commits to a text file, for a replay elsewhere.
    ///
    /// The file begins with the oldest snapshot, and contains the others for comparison. It contains no value of a `Secret`,
    /// neither of actions nor of the state. The store may be open.
    ///
    /// - Parameters:
    ///   - name: Of the store.
    ///   - path: Of the file; an existing file is replaced.
    /// - Returns: The exported session.
    /// - Throws: A `JournalError` if there is no such store; an error of the log or of the file; `ActionLogError.notWritable`
    ///   if the file belongs to the journal itself.
    @discardableResult
    public func export(_ name: String, to path: String) async throws -> LogSession {
        if let log = log as? SQLiteLog, log.owns(path) {
            throw ActionLogError.notWritable(
                place: path,
                reason: "it belongs to the journal; choose another file"
            )
        }
        var snapshots: [LogSnapshot] = []
        _ = try await firstSnapshot(of: name, upTo: .max) { snapshot -> Void? in
            snapshots.insert(snapshot, at: 0)
            return nil
        }
        guard let start = snapshots.first else {
            throw JournalError.noSuchEntry(name: name, sequence: 0, last: 0)
        }
        var session = LogSession(
            name: name,
            start: start,
            commits: [],
            snapshots: Array(snapshots.dropFirst())
        )
        while true {
            let last = session.commits.last?.last ?? start.sequence
            let commits = try await log.commits(of: name, after: last, limit: 1_000)
            guard !commits.isEmpty else { break }
            session.commits += commits
        }
        try session.write(to: path)
        return session
    }
}
