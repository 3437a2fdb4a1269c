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
            return try LogSession(contentsOf: path)
        }
        throw ActionLogError.foreign(place: path)
    }
}
