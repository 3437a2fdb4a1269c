// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryJournal

@Suite("A journal in a file, kept whole", .timeLimit(.minutes(30)))
struct KeptWholeTests {
    let folder = TemporaryFolder()
    var path: String { folder.path("journal.sqlite") }

    private func write(_ lines: Range<Int>, snapshots: SnapshotPolicy = .every(1_000)) async throws {
        let journal = try Journal(at: path, snapshots: snapshots)
        let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
        for line in lines { try await store.send(.write("line \(line)")).committed() }
        await journal.close()
    }

    private func lines() async throws -> [String] {
        let journal = try Journal(at: path)
        do {
            let lines = try await journal.open("diary", initialState: Diary.State()) { Diary() }.state.lines
            await journal.close()
            return lines
        } catch {
            await journal.close()
            throw error
        }
    }

    @Test(arguments: ["", "-wal", "-shm", "-lock", "hard link", "symbolic link"])
    func `is not exported onto itself`(target: String) async throws {
        let journal = try Journal(at: path)
        let store = try await journal.open("diary", initialState: Diary.State()) { Diary() }
        try await store.send(.write("a")).committed()
        var target = path + target
        if target.hasSuffix(" link") {
            let link = folder.path("link")
            if target.hasSuffix("hard link") {
                try FileManager.default.linkItem(atPath: path, toPath: link)
            } else {
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            }
            target = link
        }
        await #expect {
            try await journal.export("diary", to: target)
        } throws: { error in
            if case .notWritable(target, _) = error as? ActionLogError { return true }
            return false
        }
        try await store.send(.write("b")).committed()
        try await journal.export("diary", to: folder.path("other"))
        await journal.close()
        #expect(try await lines() == ["a", "b"])
    }

    @Test(arguments: ["", "-wal", "-lock"], [false, true])
    func `acknowledges nothing that goes to a file that was removed or replaced`(
        suffix: String,
        isReplaced: Bool
    ) async throws {
        let journal = try Journal(at: path)
        let diagnostics = DiagnosticRecorder()
        let store = try await journal.open("diary", initialState: Diary.State()) {
            Diary()
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        try await store.send(.write("a")).committed()
        if isReplaced {
            // Like a program that replaces a file as a whole.
            let copy = folder.path("copy")
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy)
            try FileManager.default.removeItem(atPath: path + suffix)
            try FileManager.default.moveItem(atPath: copy, toPath: path + suffix)
        } else {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        await #expect(throws: CommitError.self) { try await store.send(.write("b")).committed() }
        await #expect(throws: (any Error).self) { try await store.send(.write("c")).committed() }
        await journal.close()
        #expect(diagnostics.diagnostics.contains { $0.message.contains("removed or replaced") })
    }

    @Test func `of the format before is upgraded, and damage in it is an error`() async throws {
        for damage in [
            nil, "UPDATE commits SET contents = x'00' WHERE sequence = 7",
            "DELETE FROM commits WHERE sequence = 7",
        ] {
            let path = folder.path("former \(damage?.count ?? 0).sqlite")
            try Self.makeFormer(at: path, name: "diary", entries: 600, damage)
            guard damage == nil else {
                let before = try Data(contentsOf: URL(filePath: path))
                #expect {
                    try SQLiteLog(at: path)
                } throws: { error in
                    if case .damaged(path, _) = error as? ActionLogError { return true }
                    return false
                }
                #expect(try Data(contentsOf: URL(filePath: path)) == before)
                continue
            }
            try await using(path) { log in
                let found = try await log.commits(of: "diary", after: 0, limit: .max)
                #expect(found == (1...600).map { commit("diary", $0) })
                #expect(try await log.snapshot(of: "diary", upTo: .max) == snapshot("diary", 500))
                let dropped = try await log.commits(of: "dropped", after: 0, limit: .max)
                #expect(dropped == [])
                await #expect(throws: ActionLogError.fenced(name: "dropped", sequence: 9)) {
                    try await log.append(commit("dropped", 9))
                }
                try await log.append(commit("dropped", 10))
                try await log.append(commit("diary", 601))
            }
            try await using(path) { log in
                let last = try await log.commits(of: "diary", after: 599, limit: .max)
                let new = try await log.commits(of: "dropped", after: 0, limit: .max)
                #expect(last.map(\.sequence) == [600, 601] && new.map(\.sequence) == [10])
            }
        }
    }

    /// A file as the first format had it.
    private static func makeFormer(at path: String, name: String, entries: Int, _ damage: String?) throws {
        let connection = try SQLiteConnection(path: path)
        try connection.execute(
            """
            PRAGMA journal_mode=WAL; BEGIN IMMEDIATE; PRAGMA application_id=\(SQLiteSchema.application); PRAGMA user_version=1;
            CREATE TABLE logs (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
            CREATE TABLE commits (
                log INTEGER NOT NULL, sequence INTEGER NOT NULL, count INTEGER NOT NULL, time INTEGER NOT NULL,
                checksum INTEGER NOT NULL, contents BLOB NOT NULL, PRIMARY KEY (log, sequence)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE snapshots (
                log INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL, fingerprint TEXT NOT NULL,
                checksum INTEGER NOT NULL, contents BLOB NOT NULL, PRIMARY KEY (log, sequence)
            ) STRICT, WITHOUT ROWID;
            COMMIT
            """
        )
        try connection.statement("INSERT INTO logs VALUES (1, ?), (2, ?)").run(name, "dropped")
        for sequence in 1...entries {
            let commit = commit(name, sequence)
            try connection.statement("INSERT INTO commits VALUES (1, ?, ?, ?, ?, ?)").run(
                sequence,
                commit.count,
                commit.time.milliseconds,
                commit.formerChecksum,
                commit.contents
            )
        }
        for (log, snapshot) in [(1, snapshot(name, 500)), (2, snapshot("dropped", 9))] {
            try connection.statement("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?, ?)").run(
                log,
                snapshot.sequence,
                snapshot.time.milliseconds,
                snapshot.fingerprint,
                snapshot.checksum,
                snapshot.contents
            )
        }
        if let damage { try connection.execute(damage) }
        connection.close()
    }

    @Test(arguments: [
        "DELETE FROM commits WHERE sequence = 2", "DELETE FROM commits WHERE sequence = 4",
        "DELETE FROM snapshots",
        "DELETE FROM commits",
    ])
    func `gives nothing of which a part is missing`(deletion: String) async throws {
        try await using(path) { log in
            for sequence in 1...4 { try await log.append(commit("diary", sequence)) }
            try await log.keep(snapshot("diary", 2), droppingBefore: nil)
        }
        try change(deletion)
        try await using(path) { log in
            await #expect(throws: ActionLogError.self) {
                _ = try await log.snapshot(of: "diary", upTo: .max)
                _ = try await log.commits(of: "diary", after: 0, limit: .max)
            }
        }
    }

    @Test func `is repaired up to the damage`() async throws {
        try await write(1..<60)
        try change("UPDATE commits SET contents = x'00' WHERE sequence = 41")
        await #expect(throws: ActionLogError.self) { try await lines() }
        let repair = try SQLiteRepair(of: path)
        #expect(
            repair.report == [
                "diary: it goes up to entry 40; entries after 40, up to 59, are lost.",
                "59 commits were ever acknowledged, and 40 are in the repaired file.",
            ]
        )
        #expect(try await lines() == (1..<41).map { "line \($0)" })
        #expect(FileManager.default.fileExists(atPath: repair.damagedPath))
        // It continues, and is complete.
        try await write(100..<103)
        #expect(try await lines().suffix(4) == ["line 40", "line 100", "line 101", "line 102"])
    }

    @Test func `is repaired with its last state if a later snapshot is intact`() async throws {
        try await write(1..<60, snapshots: .every(20))
        try change("DELETE FROM commits WHERE sequence = 11")
        let repair = try SQLiteRepair(of: path)
        #expect(
            repair.report.first?.hasPrefix(
                "diary: it goes up to entry 59; the state is the last that was written"
            ) == true
        )
        #expect(repair.report.first?.contains("earlier entries") == true)
        #expect(try await lines() == (1..<60).map { "line \($0)" })
        try await write(60..<62)
        #expect(try await lines().count == 61)
    }

    @Test func `that is a copy without its mark is repaired on request`() async throws {
        try await write(1..<10)
        try FileManager.default.removeItem(atPath: path + "-lock")
        await #expect(throws: ActionLogError.self) { try await lines() }
        let repair = try SQLiteRepair(of: path)
        #expect(repair.report == ["diary: it goes up to entry 9; the state is the last that was written."])
        #expect(try await lines().count == 9)
    }

    @Test func `of the format before is repaired, too`() async throws {
        try Self.makeFormer(at: path, name: "diary", entries: 600, "DELETE FROM commits WHERE sequence = 550")
        let repair = try SQLiteRepair(of: path)
        #expect(
            repair.report.sorted().first
                == "diary: it goes up to entry 549; what may have been after it is not known."
        )
        try await using(path) { log in
            let found = try await log.commits(of: "diary", after: 0, limit: .max)
            let kept = try await log.snapshot(of: "dropped", upTo: .max)
            #expect(found.last?.sequence == 549 && kept?.sequence == 9)
        }
    }

    /// Changes the file in a way that no program of this library does.
    private func change(_ sql: String) throws {
        let connection = try SQLiteConnection(path: path)
        try connection.execute(sql)
        connection.close()
    }
}
