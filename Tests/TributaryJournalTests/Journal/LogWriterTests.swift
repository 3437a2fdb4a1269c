// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryLog

@testable import TributaryJournal

@Suite("What writes a store", .timeLimit(.minutes(5)))
struct LogWriterTests {
    @Test func `writes nothing after what could not be written`() async throws {
        let log = RefusingLog()
        let writer = LogWriter<Diary.Action>(name: "diary", log: log, after: 0)
        for text in ["a", "b"] {
            let failure = await withCheckedContinuation { continuation in
                writer.write(
                    LogWriter.Work(
                        entries: [
                            JournalEntry(action: .write(text), time: LogTime(milliseconds: 1), cause: nil)
                        ],
                        end: { continuation.resume(returning: $0) },
                        keepSnapshot: nil
                    )
                )
            }
            // Also what comes later: it was made on a state that is not there.
            #expect(failure is RefusingLog.Refusal)
        }
        #expect(log.asked == ["diary 1"])
    }
}

/// A log that takes no first commit, and every later one.
private final class RefusingLog: ActionLog {
    struct Refusal: Error {}

    private let commits = Mutex<[String]>([])

    /// What it was asked to append.
    var asked: [String] { commits.withLock(\.self) }

    func append(_ commit: LogCommit) async throws {
        let isFirst = commits.withLock { commits in
            commits.append("\(commit.name) \(commit.sequence)")
            return commits.count == 1
        }
        if isFirst { throw Refusal() }
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] { [] }
    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? { nil }
    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {}
    func names() async throws -> [String] { [] }
    func close() async {}
}
