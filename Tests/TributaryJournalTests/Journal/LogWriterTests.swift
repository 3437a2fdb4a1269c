// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryLog

@testable import TributaryJournal

@Suite("The writer of a store", .timeLimit(.minutes(30)))
struct LogWriterTests {
    @Test func `writes nothing after a failed write`() async throws {
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
            // Also for later entries: they were made on a state that was not written.
            #expect(failure is RefusingLog.Refusal)
        }
        #expect(log.asked == ["diary 1"])
    }

    @Test func `work that is added while others fail ends after them`() async throws {
        let log = RefusingLog()
        let writer = LogWriter<Diary.Action>(name: "diary", log: log, after: 0)
        let ended = AsyncStream<String>.makeStream()
        @Sendable func write(_ text: String, then more: String? = nil) {
            let entry = JournalEntry(
                action: Diary.Action.write(text),
                time: LogTime(milliseconds: 1),
                cause: nil
            )
            let work = LogWriter<Diary.Action>.Work(
                entries: [entry],
                end: { failure in
                    // On the writer's task, before the next one of the same write ends.
                    if let more { write(more) }
                    ended.continuation.yield("\(text) \(failure == nil ? "written" : "refused")")
                },
                keepSnapshot: nil
            )
            writer.write(work)
        }
        write("a", then: "b")
        await writer.finish()
        ended.continuation.finish()
        var order: [String] = []
        for await text in ended.stream { order.append(text) }
        #expect(order == ["a refused", "b refused"])
    }

    @Test func `an owner recognizes its own pending entries, and all others as foreign`() async throws {
        let log = HoldingLog()
        let ownership = StoreOwnership(claim: 1, token: "a")
        let writer = LogWriter<Diary.Action>(name: "diary", log: log, after: 1, ownership: ownership)
        let journal = Journal(log)
        #expect(try await journal.verify(ownership, of: "diary"))
        // It starts while the log is read, is found there, and has no answer yet.
        let ended = AsyncStream<(any Error)?>.makeStream()
        log.whileRead {
            let entry = JournalEntry(
                action: Diary.Action.write("a"),
                time: LogTime(milliseconds: 1),
                cause: nil
            )
            writer.write(
                LogWriter.Work(entries: [entry], end: { ended.continuation.yield($0) }, keepSnapshot: nil)
            )
            await log.holds()
        }
        #expect(try await journal.verify(ownership, of: "diary"))
        log.write(3)
        #expect(try await !journal.verify(ownership, of: "diary"))
        log.letGo()
        for await error in ended.stream {
            #expect(error == nil)
            break
        }
        await writer.finish()
        #expect(try await !journal.verify(ownership, of: "diary"))
    }
}

/// A log that answers its writes on request.
private final class HoldingLog: ActionLog {
    private let state = Mutex<(commits: [LogCommit], held: [CheckedContinuation<Void, Never>])>(([], []))
    private let arrived = AsyncStream<Void>.makeStream()
    private let read = Mutex<(@Sendable () async -> Void)?>(nil)

    /// Does something the next time that it is read, before it answers.
    func whileRead(_ body: @escaping @Sendable () async -> Void) { read.withLock { $0 = body } }

    /// Waits until something was written whose answer is held back.
    func holds() async { for await _ in arrived.stream { return } }

    func letGo() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Another writer appends an entry.
    func write(_ sequence: Int) {
        let commit = LogCommit(
            name: "diary",
            sequence: sequence,
            time: LogTime(milliseconds: 1),
            contents: []
        )
        state.withLock { $0.commits.append(commit) }
    }

    func append(_ commit: LogCommit) async throws {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.commits.append(commit)
                state.held.append(continuation)
            }
            arrived.continuation.yield()
        }
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        let body = read.withLock { body in
            defer { body = nil }
            return body
        }
        await body?()
        return state.withLock { Array($0.commits.filter { $0.last > sequence }.prefix(limit)) }
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? { nil }
    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {}
    func names() async throws -> [String] { [] }
    func close() async {}
}

/// A log that takes no first commit, and every later one.
private final class RefusingLog: ActionLog {
    struct Refusal: Error {}

    private let commits = Mutex<[String]>([])

    /// The commits that it was asked to append.
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
