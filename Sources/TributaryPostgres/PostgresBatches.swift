// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import TributaryLog

/// The commits that wait, and the choice of the writer that takes them.
///
/// A caller whose commit is durable usually appends the next one soon. So a writer that has written many commits does not begin at
/// once with the first few new ones: it gathers, for a fraction of the time of the last batch, until as many wait again.
struct PostgresBatches<Waiter: Sendable> {
    struct Append: Sendable {
        let commit: LogCommit
        /// The messages that it changes.
        let changes: [MailboxChange]
        /// By which the commit is known when it is tried again.
        let writer: String
        let deadline: ContinuousClock.Instant
        /// The caller to notify.
        let waiter: Waiter
    }

    enum Call: Equatable {
        /// A writer that rests begins.
        case begin(Int)
        /// A writer that gathers has enough.
        case goOn(Int)
        /// A writer that is at work, or gathers, finds it.
        case found
        /// It was closed, and the commit does not wait.
        case refused
    }

    private var appends: [Append] = []
    /// The writers that rest.
    private var idle: [Int]
    private var gathering: [(writer: Int, count: Int)] = []
    private(set) var isClosed = false

    /// How much is written at once at most; more waits for the next time.
    private static var batch: Int { 1_024 }
    private static var bytes: Int { 8 << 20 }

    init(writers: Range<Int>) { idle = Array(writers) }

    mutating func add(_ append: Append) -> Call {
        guard !isClosed else { return .refused }
        appends.append(append)
        if let index = gathering.firstIndex(where: { appends.count >= $0.count }) {
            return .goOn(gathering.remove(at: index).writer)
        }
        guard gathering.isEmpty, let writer = idle.popLast() else { return .found }
        return .begin(writer)
    }

    /// A writer's next batch, with each log and each message at most once; `nil` if no commit waits, and the writer becomes idle.
    mutating func take(by writer: Int) -> [Append]? {
        var taken: [Append] = []
        // Of a log that is taken already.
        var later: [Append] = []
        var names: Set<String> = []
        var keys: Set<MailboxKey> = []
        var size = 0
        var seen = 0
        for append in appends {
            guard taken.count < Self.batch, size < Self.bytes else { break }
            seen += 1
            let own = Set(append.changes.compactMap(\.key))
            guard keys.isDisjoint(with: own), names.insert(append.commit.name).inserted else {
                later.append(append)
                continue
            }
            keys.formUnion(own)
            size += append.commit.contents.count
            taken.append(append)
        }
        appends.replaceSubrange(..<seen, with: later)
        guard taken.isEmpty else { return taken }
        idle.append(writer)
        return nil
    }

    /// - Returns: Whether a writer, which has written so many, waits for as many, until it is called or its time is over.
    mutating func gathers(_ writer: Int, _ count: Int) -> Bool {
        guard appends.count < count, !isClosed else { return false }
        gathering.append((writer, count))
        return true
    }

    /// The time of a writer is over.
    ///
    /// - Returns: Whether it was not called meanwhile.
    mutating func stopsGathering(_ writer: Int) -> Bool {
        guard let index = gathering.firstIndex(where: { $0.writer == writer }) else { return false }
        gathering.remove(at: index)
        return true
    }

    /// - Returns: The writers that gather, which are to be called.
    mutating func close() -> [Int] {
        isClosed = true
        defer { gathering = [] }
        return gathering.map(\.writer)
    }
}
#endif
