// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryLog

@testable import TributaryJournal

@Suite("A file that is no log", .timeLimit(.minutes(30)))
struct BadFilesTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("log.sqlite") }

    @Test(
        "is left as it is",
        arguments: [
            "hello, world",
            String(repeating: "no database at all ", count: 1_000),
            "SQLite format 3\0" + String(repeating: "x", count: 4_096),
        ]
    )
    func text(contents: String) throws {
        try Data(contents.utf8).write(to: URL(filePath: path))
        #expect {
            try SQLiteLog(at: path)
        } throws: { error in
            switch error as? ActionLogError {
            case .foreign(path), .damaged(path, _): true
            default: false
            }
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(contents.utf8))
    }

    @Test(
        "is left to its application",
        arguments: [
            "CREATE TABLE notes (text)", "PRAGMA application_id=7", "PRAGMA user_version=3",
        ]
    )
    func database(statement: String) throws {
        try SQLiteConnection(path: path).execute(statement)
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ActionLogError.foreign(place: path)) { try SQLiteLog(at: path) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `from a newer version is left as it is`() async throws {
        try await using(path) { try await $0.append(commit("a", 1)) }
        try SQLiteConnection(path: path).execute("PRAGMA user_version=99")
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(throws: ActionLogError.newer(place: path, version: 99, supported: 2)) {
            try SQLiteLog(at: path)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `is reported if it cannot be created`() throws {
        for bad in [folder.path("missing/log.sqlite"), folder.url.path, "/dev/null/log.sqlite"] {
            #expect {
                try SQLiteLog(at: bad)
            } throws: { error in
                if case .notWritable(bad, _) = error as? ActionLogError { return true }
                return false
            }
        }
    }
}

@Suite("A log in a file, when something is wrong", .timeLimit(.minutes(30)))
struct FaultyFileTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("log.sqlite") }

    @Test func `is for one writer, until that is closed or has ended`() async throws {
        let log = try SQLiteLog(at: path)
        #expect(throws: ActionLogError.inUse(place: path)) { try SQLiteLog(at: path) }
        await log.close()
        var second: SQLiteLog? = try SQLiteLog(at: path)
        try await second?.append(commit("a", 1))
        second = nil
        try await using(path) { log in
            let names = try await log.names()
            #expect(names == ["a"])
        }
    }

    @Test func `writes nothing more once the disk was full, and has all acknowledged commits`() async throws {
        let log = try SQLiteLog(at: path, pageLimit: 20)
        var told = 0
        var full: ActionLogError?
        while full == nil {
            do {
                let contents = [UInt8](repeating: 7, count: 1_000)
                let next = LogCommit(
                    name: "a",
                    sequence: told + 1,
                    time: LogTime(milliseconds: told),
                    contents: contents
                )
                try await log.append(next)
                told += 1
            } catch {
                full = error as? ActionLogError
            }
        }
        #expect(full == .full(place: path))
        #expect(told > 3)
        await #expect(throws: ActionLogError.full(place: path)) { try await log.append(commit("b", 1)) }
        await #expect(throws: ActionLogError.full(place: path)) {
            try await log.keep(snapshot("a", 1), droppingBefore: nil)
        }
        #expect(try await log.commits(of: "a", after: 0, limit: .max).count == told)
        await log.close()
        try await using(path) { log in
            #expect(try await log.commits(of: "a", after: 0, limit: .max).count == told)
            #expect(try await log.commits(of: "b", after: 0, limit: .max) == [])
            try await log.append(commit("a", told + 1))
        }
    }

    @Test func `continues after a snapshot that could not be written`() async throws {
        try await using(path) { try await $0.append(commit("a", 1)) }
        let connection = try SQLiteConnection(path: path)
        try connection.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON snapshots BEGIN SELECT RAISE(ABORT, 'refused'); END"
        )
        connection.close()
        try await using(path) { log in
            await #expect(throws: ActionLogError.self) {
                try await log.keep(snapshot("a", 1), droppingBefore: nil)
            }
            // Its transaction does not stay open.
            try await log.append(commit("a", 2))
        }
        try await using(path) { log in
            let found = try await log.commits(of: "a", after: 0, limit: .max)
            #expect(found.map(\.sequence) == [1, 2])
        }
    }

    @Test func `reports each byte that was changed on the disk`() async throws {
        let contents = Array("the contents of an entry, to be found in the file".utf8)
        try await using(path) { log in
            try await log.append(
                LogCommit(name: "a", sequence: 1, time: LogTime(milliseconds: 1), contents: contents)
            )
            try await log.keep(
                LogSnapshot(
                    name: "s",
                    sequence: 1,
                    time: LogTime(milliseconds: 1),
                    fingerprint: "f",
                    contents: Array("the contents of a snapshot".utf8)
                ),
                droppingBefore: nil
            )
        }
        let whole = try Data(contentsOf: URL(filePath: path))
        for text in ["the contents of an entry", "the contents of a snapshot"] {
            let place = try #require(whole.range(of: Data(text.utf8)))
            for offset in [0, text.count - 1] {
                var changed = whole
                changed[place.lowerBound + offset] ^= 1
                try changed.write(to: URL(filePath: path))
                try await using(path) { log in
                    let isEntry = text.hasSuffix("entry")
                    await #expect {
                        if isEntry {
                            _ = try await log.commits(of: "a", after: 0, limit: 1)
                        } else {
                            _ = try await log.snapshot(of: "s", upTo: 1)
                        }
                    } throws: { error in
                        if case .damaged(path, _) = error as? ActionLogError { return true }
                        return false
                    }
                }
            }
        }
    }
}
