// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TributaryLog

/// The bytes of a log in memory, and their contents.
///
/// The bytes are a list of frames: a length, a checksum, and contents. A part at the end is not durable yet.
struct LogTape: Sendable {
    struct Log: Sendable {
        var commits: [LogCommit] = []

        /// In the order of their entries.
        var snapshots: [LogSnapshot] = []
    }

    enum Record: Sendable {
        case commit(LogCommit, changing: [MailboxChange])
        case mail([MailboxChange], at: LogTime)
        case snapshot(LogSnapshot, droppingBefore: LogTime?)
    }

    /// The contents of the durable frames.
    private(set) var logs: [String: Log] = [:]
    private(set) var messages = MessageTable()
    private var durable: [UInt8] = []

    /// The writes that are not durable yet, in order.
    private var pending: [(record: Record, frame: [UInt8])] = []
    private var durableCount = 0

    /// The last claimed entry.
    func claimed(_ name: String) -> Int {
        let log = logs[name]
        let waiting = pending.compactMap { entry -> Int? in
            if case .commit(let commit, _) = entry.record, commit.name == name { commit.last } else { nil }
        }
        return max(log?.commits.last?.last ?? 0, log?.snapshots.last?.sequence ?? 0, waiting.max() ?? 0)
    }

    /// Whether the messages are there that changes remove.
    func allows(_ changes: [MailboxChange]) -> Bool {
        guard messages.allows(changes) else { return false }
        return !pending.contains { entry in
            guard case .commit(_, let others) = entry.record else { return false }
            return changes.contains { if case .remove = $0 { others.contains($0) } else { false } }
        }
    }

    /// Removes messages that have expired, as time does.
    mutating func expire(at now: LogTime) { messages.expire(at: now) }

    /// Writes something, and returns its number.
    mutating func write(_ record: Record) -> Int {
        pending.append((record, Self.frame(record)))
        return durableCount + pending.count
    }

    /// Whether the write with a number is durable.
    func isDurable(_ number: Int) -> Bool { number <= durableCount }

    /// Makes everything durable.
    mutating func sync() {
        for (record, frame) in pending {
            durable += frame
            apply(record)
        }
        durableCount += pending.count
        pending = []
    }

    /// The tape after a crash.
    ///
    /// - Parameter choose: Chooses one of some numbers; without it, only durable writes are there.
    /// - Returns: The tape.
    func torn(_ choose: ((ClosedRange<Int>) -> Int)?) -> LogTape {
        var tail = pending.flatMap(\.frame)
        if let choose, !tail.isEmpty {
            tail.removeLast(choose(0...tail.count))
            if !tail.isEmpty, choose(0...1) == 0 {
                tail[choose(0...(tail.count - 1))] ^= 1 << UInt8(choose(0...7))
            }
        } else {
            tail = []
        }
        return LogTape(reading: durable + tail)
    }

    init() {}

    /// Reads frames up to the first that is not whole.
    init(reading bytes: [UInt8]) {
        var start = 0
        while let (record, end) = Self.record(in: bytes, at: start) {
            apply(record)
            start = end
            durableCount += 1
        }
        durable = Array(bytes[..<start])
    }

    private mutating func apply(_ record: Record) {
        switch record {
        case .commit(let commit, let changes):
            logs[commit.name, default: Log()].commits.append(commit)
            messages.apply(changes, at: commit.time)
        case .mail(let changes, let time): messages.apply(changes, at: time)
        case .snapshot(let snapshot, let time):
            var log = logs[snapshot.name, default: Log()]
            log.snapshots.removeAll { $0.sequence == snapshot.sequence }
            let index = log.snapshots.firstIndex { $0.sequence > snapshot.sequence }
            log.snapshots.insert(snapshot, at: index ?? log.snapshots.count)
            if let time,
                let base = log.snapshots.last(where: { $0.time < time || $0.sequence == 0 })?.sequence
            {
                log.commits.removeAll { $0.last <= base }
                log.snapshots.removeAll { $0.sequence < base }
            }
            logs[snapshot.name] = log
        }
    }

    // MARK: - Frames

    /// The contents of a frame.
    private struct Contents: Codable {
        var name: String
        var sequence: Int
        var count: Int?
        var time: Int
        var fingerprint: String?
        var dropping: Int?
        var changes: [MailboxChange]?

        /// The contents of the changes, which a coder would write as a list of numbers.
        var parts: [Data]?
        var bytes: Data

        /// Moves the contents of changes to `parts`.
        mutating func take(_ all: [MailboxChange]) {
            var parts: [Data] = []
            changes = all.map { change in
                change.withContents {
                    parts.append(Data($0))
                    return []
                }
            }
            self.parts = parts
        }

        /// The changes with their contents.
        var whole: [MailboxChange] {
            var rest = (parts ?? []).makeIterator()
            return (changes ?? []).map { change in change.withContents { _ in Array(rest.next() ?? Data()) } }
        }
    }

    private static func frame(_ record: Record) -> [UInt8] {
        var contents: Contents
        switch record {
        case .commit(let commit, let changes):
            contents = Contents(
                name: commit.name,
                sequence: commit.sequence,
                count: commit.count,
                time: commit.time.milliseconds,
                bytes: Data(commit.contents)
            )
            contents.take(changes)
        case .mail(let changes, let time):
            // A commit begins with one.
            contents = Contents(name: "", sequence: 0, time: time.milliseconds, bytes: Data())
            contents.take(changes)
        case .snapshot(let snapshot, let time):
            contents = Contents(
                name: snapshot.name,
                sequence: snapshot.sequence,
                time: snapshot.time.milliseconds,
                fingerprint: snapshot.fingerprint,
                dropping: time?.milliseconds,
                bytes: Data(snapshot.contents)
            )
        }
        guard let data = try? JSONEncoder().encode(contents) else {
            preconditionFailure("Numbers, text and data can be coded.")
        }
        return bytes(of: UInt64(data.count)) + bytes(of: checksum(data)) + data
    }

    private static func record(in bytes: [UInt8], at start: Int) -> (Record, end: Int)? {
        guard let length = number(in: bytes, at: start), let sum = number(in: bytes, at: start + 8),
            length <= UInt64(bytes.count - start - 16)
        else { return nil }
        let end = start + 16 + Int(length)
        let data = Data(bytes[(start + 16)..<end])
        guard sum == checksum(data), let contents = try? JSONDecoder().decode(Contents.self, from: data)
        else {
            return nil
        }
        let time = LogTime(milliseconds: contents.time)
        guard let fingerprint = contents.fingerprint else {
            if contents.sequence == 0 { return (.mail(contents.whole, at: time), end) }
            let commit = LogCommit(
                name: contents.name,
                sequence: contents.sequence,
                count: contents.count ?? 1,
                time: time,
                contents: Array(contents.bytes)
            )
            return (.commit(commit, changing: contents.whole), end)
        }
        let snapshot = LogSnapshot(
            name: contents.name,
            sequence: contents.sequence,
            time: time,
            fingerprint: fingerprint,
            contents: Array(contents.bytes)
        )
        return (.snapshot(snapshot, droppingBefore: contents.dropping.map { LogTime(milliseconds: $0) }), end)
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(in bytes: [UInt8], at start: Int) -> UInt64? {
        guard start + 8 <= bytes.count else { return nil }
        return (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * $1) }
    }

    /// The same within a process, which the tape does not survive.
    private static func checksum(_ data: Data) -> UInt64 {
        var hasher = Hasher()
        data.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

extension MailboxChange {
    /// The change with other contents, if it has any.
    fileprivate func withContents(_ make: ([UInt8]) -> [UInt8]) -> MailboxChange {
        switch self {
        case .put(var message):
            message.contents = make(message.contents)
            return .put(message)
        case .answer(var answer):
            answer.contents = make(answer.contents)
            return .answer(answer)
        default: return self
        }
    }
}
