// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryJournal

/// The files that can be shown.
enum LogFile {
    /// Opens a file to be read.
    ///
    /// - Parameter path: Of a journal, or of a session that was exported.
    /// - Returns: What is in it.
    /// - Throws: An `ActionLogError` that says what is wrong with it.
    static func open(_ path: String) throws -> any ActionLog {
        guard let file = FileHandle(forReadingAtPath: path) else {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw ActionLogError.damaged(
                place: path,
                reason: isThere ? "it may not be read" : "there is no such file"
            )
        }
        let head = try file.read(upToCount: 18) ?? Data()
        try file.close()
        if head.starts(with: Data("SQLite format 3".utf8)) { return try SQLiteLog(reading: path) }
        if head.starts(with: Data("tributary session".utf8)) {
            return SessionLog(session: try LogSession(contentsOf: path))
        }
        throw ActionLogError.foreign(place: path)
    }
}

/// A session as a log that is only read.
private struct SessionLog: ActionLog {
    let session: LogSession

    func append(_ commit: LogCommit) async throws { throw readOnly }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        guard name == session.name else { return [] }
        return Array(session.commits.lazy.filter { $0.last > sequence }.prefix(limit))
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        name == session.name && session.start.sequence <= sequence ? session.start : nil
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws { throw readOnly }

    func names() async throws -> [String] { [session.name] }

    func close() async {}

    private var readOnly: ActionLogError {
        .notWritable(place: session.name, reason: "a session is only read")
    }
}
