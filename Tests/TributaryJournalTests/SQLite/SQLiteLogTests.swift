// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryLog

@testable import TributaryJournal

@Suite("A log in a file", .timeLimit(.minutes(30)))
struct SQLiteLogTests {
    let folder = TemporaryFolder()

    @Test func `has all appended commits when it is opened again`() async throws {
        let commits = [commit("shop", 1, count: 2), commit("shop", 3), commit("app", 1)]
        try await using(folder.path("log.sqlite")) { log in
            for commit in commits { try await log.append(commit) }
        }
        try await using(folder.path("log.sqlite")) { log in
            let found = try await (
                shop: log.commits(of: "shop", after: 0, limit: 10),
                app: log.commits(of: "app", after: 0, limit: 10),
                other: log.commits(of: "other", after: 0, limit: 10), names: log.names()
            )
            #expect(found.shop == Array(commits[0...1]))
            #expect(found.app == [commits[2]])
            #expect(found.other == [])
            #expect(found.names == ["app", "shop"])
        }
    }

    @Test func `returns the commits that end after an entry, up to the requested number`() async throws {
        try await using(folder.path("log.sqlite")) { log in
            for sequence in [1, 4, 7, 10] { try await log.append(commit("a", sequence, count: 3)) }
            let starts = { (after: Int, limit: Int) in
                try await log.commits(of: "a", after: after, limit: limit).map(\.sequence)
            }
            #expect(try await starts(0, 10) == [1, 4, 7, 10])
            #expect(try await starts(3, 10) == [4, 7, 10])
            #expect(try await starts(4, 10) == [4, 7, 10])
            #expect(try await starts(6, 2) == [7, 10])
            #expect(try await starts(12, 10) == [])
        }
    }

    @Test func `gives each number once`() async throws {
        try await using(folder.path("log.sqlite")) { log in
            try await log.append(commit("a", 1))
            let late = LogCommit(name: "a", sequence: 1, time: LogTime(milliseconds: 9), contents: [9])
            await #expect(throws: ActionLogError.fenced(name: "a", sequence: 1)) {
                try await log.append(late)
            }
            #expect(try await log.commits(of: "a", after: 0, limit: 9) == [commit("a", 1)])
            // A fenced owner changes nothing for the others, nor for later commits.
            try await log.append(commit("a", 2))
        }
    }

    @Test func `reports to each of many concurrent writers the result of its commit`() async throws {
        try await using(folder.path("log.sqlite")) { log in
            let fenced = await withTaskGroup { group in
                for index in 0..<2_000 {
                    group.addTask {
                        do {
                            try await log.append(commit("log \(index % 1_000)", 1))
                            return 0
                        } catch {
                            return error as? ActionLogError
                                == .fenced(name: "log \(index % 1_000)", sequence: 1) ? 1 : .max / 4_000
                        }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(fenced == 1_000)
            let names = try await log.names()
            #expect(names.count == 1_000)
        }
    }

    @Test func `keeps contents of any size`() async throws {
        let sizes = [0, 1, 7, 8, 9, 4_096, 3_000_000]
        try await using(folder.path("log.sqlite")) { log in
            for (index, size) in sizes.enumerated() {
                try await log.append(
                    LogCommit(
                        name: "a",
                        sequence: index + 1,
                        time: LogTime(milliseconds: 1),
                        contents: [UInt8](repeating: UInt8(index), count: size)
                    )
                )
            }
            #expect(try await log.commits(of: "a", after: 0, limit: 10).map(\.contents.count) == sizes)
        }
    }

    @Test func `refuses everything once it is closed`() async throws {
        let path = folder.path("log.sqlite")
        let log = try SQLiteLog(at: path)
        await log.close()
        await log.close()
        await #expect(throws: ActionLogError.closed(place: path)) { try await log.append(commit("a", 1)) }
        await #expect(throws: ActionLogError.closed(place: path)) { try await log.names() }
    }
}

@Suite("A snapshot in a file", .timeLimit(.minutes(30)))
struct SQLiteSnapshotTests {
    let folder = TemporaryFolder()

    @Test func `is found by the entry at which it was taken`() async throws {
        try await using(folder.path("log.sqlite")) { log in
            #expect(try await log.snapshot(of: "a", upTo: .max) == nil)
            for sequence in [10, 20] { try await log.keep(snapshot("a", sequence), droppingBefore: nil) }
            #expect(try await log.snapshot(of: "a", upTo: .max) == snapshot("a", 20))
            #expect(try await log.snapshot(of: "a", upTo: 19) == snapshot("a", 10))
            #expect(try await log.snapshot(of: "a", upTo: 9) == nil)
            #expect(try await log.snapshot(of: "b", upTo: 20) == nil)
        }
    }

    @Test func `drops older entries after the retention time`() async throws {
        try await using(folder.path("log.sqlite")) { log in
            for sequence in 1...30 { try await log.append(commit("a", sequence)) }
            for sequence in 1...3 { try await log.append(commit("b", sequence)) }
            for sequence in [10, 20] { try await log.keep(snapshot("a", sequence), droppingBefore: nil) }
            // The time of an entry is its number: the one at 20 is not old enough.
            try await log.keep(snapshot("a", 30), droppingBefore: LogTime(milliseconds: 15))
            #expect(try await log.commits(of: "a", after: 0, limit: 99).map(\.sequence) == Array(11...30))
            #expect(try await log.snapshot(of: "a", upTo: 19) == snapshot("a", 10))
            #expect(try await log.commits(of: "b", after: 0, limit: 99).count == 3)
            try await log.keep(snapshot("a", 30), droppingBefore: LogTime(milliseconds: 99))
            // Numbers stay claimed though no entries are left.
            await #expect(throws: ActionLogError.fenced(name: "a", sequence: 30)) {
                try await log.append(commit("a", 30))
            }
            #expect(try await log.commits(of: "a", after: 0, limit: 99) == [])
            #expect(try await log.snapshot(of: "a", upTo: 29) == nil)
            #expect(try await log.snapshot(of: "a", upTo: 30) == snapshot("a", 30))
        }
    }
}

func commit(_ name: String, _ sequence: Int, count: Int = 1) -> LogCommit {
    LogCommit(
        name: name,
        sequence: sequence,
        count: count,
        time: LogTime(milliseconds: sequence),
        contents: Array("\(name) \(sequence)".utf8)
    )
}

func snapshot(_ name: String, _ sequence: Int) -> LogSnapshot {
    LogSnapshot(
        name: name,
        sequence: sequence,
        time: LogTime(milliseconds: sequence),
        fingerprint: "f",
        contents: Array("\(sequence)".utf8)
    )
}

/// Opens a log, and closes it again, however the closure ends.
func using(_ path: String, _ body: (SQLiteLog) async throws -> Void) async throws {
    let log = try SQLiteLog(at: path)
    do {
        try await body(log)
        await log.close()
    } catch {
        await log.close()
        throw error
    }
}

/// A folder that is removed with its last owner.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
