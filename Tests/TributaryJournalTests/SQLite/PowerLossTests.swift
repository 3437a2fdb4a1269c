// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(TracingFiles)
import Foundation
import Testing
import TracingFiles
import TributaryLog
import TributaryTestSupport

@testable import TributaryJournal

/// The content of a disk after a loss of power: all synced data, and of the rest any sectors, in any order.
@Suite("A log in a file, after a loss of power", .timeLimit(.minutes(30)), .serialized)
struct PowerLossTests {
    let folder = TemporaryFolder()

    @Test func `has all acknowledged commits`() async throws {
        try #require(tracing_register() == 0)
        tracing_reset()
        let path = folder.path("log.sqlite")
        let log = try SQLiteLog(at: path, vfs: "tracing")
        // Enough pages for some checkpoints, and retention in between.
        for sequence in 1...500 {
            let size = sequence.isMultiple(of: 3) ? 20_000 : 300
            try await log.append(Self.commit(sequence, size: size))
            tracing_mark(Int64(sequence))
            guard sequence.isMultiple(of: 100) else { continue }
            try await log.keep(snapshot("a", sequence), droppingBefore: LogTime(milliseconds: sequence - 150))
        }
        let disk = Disk()
        let identity = try #require(try FileMark.read(beside: path)).identity
        await log.close()
        try #require(disk.syncs > 500)
        try #require(disk.checkpoints(of: path) >= 2)

        var generator = SeededGenerator(seed: 1)
        let first = disk.first(mark: 1)
        let ends = (1...amount(300, inDebug: 60)).map { _ in
            Int.random(in: first..<disk.events.count, using: &generator)
        }
        .sorted()
        var state = Disk.State()
        for (round, end) in ends.enumerated() {
            disk.go(to: end, &state)
            let lost = folder.url.appending(path: "\(round)")
            try FileManager.default.createDirectory(at: lost, withIntermediateDirectories: true)
            try state.write(to: lost, using: &generator)
            let told = state.told
            // It is written after the commit, and may be behind.
            try Self.mark(identity, told, beside: lost.appending(path: "log.sqlite").path)
            try await using(lost.appending(path: "log.sqlite").path) { log in
                let snapshot = try await log.snapshot(of: "a", upTo: .max)
                let base = snapshot?.sequence ?? 0
                let found = try await log.commits(of: "a", after: 0, limit: .max)
                let last = found.last?.last ?? base
                #expect(last >= told, "\(told) was told before event \(end), and \(last) is there")
                // Entries after the snapshot are there without a gap.
                #expect(found.map(\.sequence) == Array((last - found.count + 1)..<(last + 1)))
                #expect((found.first?.sequence ?? 1) <= base + 1)
            }
            try FileManager.default.removeItem(at: lost)
        }
    }

    @Test func `has the commits acknowledged before a torn write`() async throws {
        let path = folder.path("log.sqlite")
        let log = try SQLiteLog(at: path)
        let all = (1...120).map { Self.commit($0, size: $0 * 7) }
        var told: [(sequence: Int, size: Int)] = []
        for sequence in 1...120 {
            try await log.append(all[sequence - 1])
            told.append((sequence, try Data(contentsOf: URL(filePath: path + "-wal")).count))
        }
        // As they are while the log is open: a close would empty the write-ahead log.
        let file = try Data(contentsOf: URL(filePath: path))
        let tail = try Data(contentsOf: URL(filePath: path + "-wal"))
        let identity = try #require(try FileMark.read(beside: path)).identity
        await log.close()
        var generator = SeededGenerator(seed: 2)
        var garbage = Data(capacity: 2 * tail.count + 8)
        while garbage.count < 2 * tail.count {
            withUnsafeBytes(of: generator.next()) { garbage.append(contentsOf: $0) }
        }
        for round in 1...amount(300, inDebug: 60) {
            let tear = Int.random(in: told[0].size..<tail.count, using: &generator)
            var torn = tail.prefix(tear)
            if round.isMultiple(of: 2) {
                // Garbled, and as long as before.
                let start = Int.random(in: 0..<tail.count, using: &generator)
                torn += garbage[start..<(start + tail.count - tear)]
            }
            let copy = folder.path("torn-\(round).sqlite")
            try file.write(to: URL(filePath: copy))
            try torn.write(to: URL(filePath: copy + "-wal"))
            let before = told.last { $0.size <= tear }?.sequence ?? 0
            try Self.mark(identity, before, beside: copy)
            try await using(copy) { log in
                let found = try await log.commits(of: "a", after: 0, limit: .max)
                #expect(
                    found.count >= before,
                    "\(before) were told before byte \(tear), and \(found.count) are there"
                )
                let isWhatItWas = all.starts(with: found)
                #expect(isWhatItWas)
                // It continues.
                try await log.append(Self.commit(found.count + 1, size: 1))
            }
            for suffix in ["", "-wal", "-shm", "-lock"] {
                try? FileManager.default.removeItem(atPath: copy + suffix)
            }
        }
    }

    private static func mark(_ identity: Int, _ serial: Int, beside path: String) throws {
        try FileLock(path: path).write(FileMark(identity: identity, serial: serial))
    }

    private static func commit(_ sequence: Int, size: Int) -> LogCommit {
        var contents = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ sequence) }
        while contents.count < size { contents += contents }
        contents.removeLast(contents.count - size)
        return LogCommit(
            name: "a",
            sequence: sequence,
            time: LogTime(milliseconds: sequence),
            contents: contents
        )
    }
}

/// The writes and syncs, in order.
private struct Disk {
    enum Event {
        case write(path: String, offset: Int, bytes: [UInt8])
        case truncate(path: String, size: Int)
        case sync(path: String)
        case delete(path: String)
        case mark(Int)
    }

    let events: [Event]

    init() {
        events = (0..<tracing_count()).map { index in
            let event = tracing_event(index)
            let path = event.path.map { String(cString: $0) } ?? ""
            return switch event.kind {
            case TracedWrite:
                .write(
                    path: path,
                    offset: Int(event.offset),
                    bytes: Array(UnsafeBufferPointer(start: event.bytes, count: Int(event.count)))
                )
            case TracedTruncate: .truncate(path: path, size: Int(event.offset))
            case TracedSync: .sync(path: path)
            case TracedDelete: .delete(path: path)
            default: .mark(Int(event.offset))
            }
        }
    }

    var syncs: Int { events.count { if case .sync = $0 { true } else { false } } }

    /// How often the file itself was synced: that is the end of a checkpoint.
    func checkpoints(of file: String) -> Int {
        events.count { if case .sync(file) = $0 { true } else { false } }
    }

    func first(mark: Int) -> Int {
        events.firstIndex { if case .mark(mark) = $0 { true } else { false } } ?? 0
    }

    private struct File {
        var durable: [UInt8] = []
        var pending: [Event] = []
    }

    /// The files after some events.
    struct State {
        private var files: [String: File] = [:]
        private var position = 0

        /// The last mark.
        private(set) var told = 0

        fileprivate mutating func go(to end: Int, in events: [Event]) {
            for event in events[position..<max(end, position)] {
                switch event {
                case .write(let path, _, _), .truncate(let path, _):
                    files[path, default: File()].pending.append(event)
                case .sync(let path):
                    guard var file = files.removeValue(forKey: path) else { continue }
                    for event in file.pending { Disk.apply(event, to: &file.durable) }
                    file.pending = []
                    files[path] = file
                case .delete(let path): files[path] = nil
                case .mark(let number): told = number
                }
            }
            position = max(end, position)
        }

        /// Writes files as they may be when the power is lost here.
        ///
        /// - Parameters:
        ///   - folder: The folder to write to.
        ///   - generator: Chooses which of the pending writes survive.
        /// - Throws: The error if writing fails.
        func write(to folder: URL, using generator: inout SeededGenerator) throws {
            for (path, file) in files.sorted(by: { $0.key < $1.key }) {
                var bytes = file.durable
                for event in file.pending.flatMap(Disk.sectors).shuffled(using: &generator)
                where Bool.random(using: &generator) {
                    Disk.apply(event, to: &bytes)
                }
                try Data(bytes).write(to: folder.appending(path: URL(filePath: path).lastPathComponent))
            }
        }
    }

    func go(to end: Int, _ state: inout State) { state.go(to: end, in: events) }

    /// The parts of a write that a disk makes whole.
    fileprivate static func sectors(_ event: Event) -> [Event] {
        guard case .write(let path, let offset, let bytes) = event else { return [event] }
        var (sectors, start) = ([Event](), 0)
        while start < bytes.count {
            let end = min(bytes.count, start + 512 - (offset + start) % 512)
            sectors.append(.write(path: path, offset: offset + start, bytes: Array(bytes[start..<end])))
            start = end
        }
        return sectors
    }

    fileprivate static func apply(_ event: Event, to bytes: inout [UInt8]) {
        switch event {
        case .write(_, let offset, let new):
            let missing = offset + new.count - bytes.count
            if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
            bytes.withUnsafeMutableBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<(offset + new.count)]).copyBytes(
                    from: new
                )
            }
        case .truncate(_, let size): if size < bytes.count { bytes.removeLast(bytes.count - size) }
        default: break
        }
    }
}
#endif
