// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryJournal
import TributaryTesting

@Suite("Every log", .timeLimit(.minutes(30)))
struct ActionLogTests {
    @Test func `meets its requirements: in memory`() async {
        await checkActionLog { (former: MemoryLog?) in former?.restarted() ?? MemoryLog() }
    }

    @Test func `meets its requirements: in memory, with delays`() async {
        var faults = LogFaults(seed: 3)
        faults.delay = 0...20
        faults.tornTails = true
        await checkActionLog { (former: MemoryLog?) in former?.restarted() ?? MemoryLog(faults: faults) }
    }

    @Test func `meets its requirements: in a file`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "log.sqlite").path
        await checkActionLog { (_: SQLiteLog?) in try SQLiteLog(at: path) }
    }

    @Test(arguments: Forgetful.Mistake.allCases)
    func `fails with the broken requirement`(mistake: Forgetful.Mistake) async throws {
        let collector = ExpectationCollector()
        await collector.collect {
            await checkActionLog { (former: Forgetful?) in
                Forgetful(log: former?.log.restarted() ?? MemoryLog(), mistake: mistake)
            }
        }
        // It may break others, too.
        #expect(collector.failures.contains { $0.contains(mistake.promise) })
    }
}

/// A log with a mistake.
struct Forgetful: ActionLog {
    enum Mistake: CaseIterable {
        case givesMore, claimsTwice, forgets, dropsAll, staysOpen, givesLaterSnapshots, mixesNames

        var promise: String {
            switch self {
            case .givesMore: "no more than asked for"
            case .claimsTwice: "a number is claimed once"
            case .forgets: "commits are given as they were appended"
            case .dropsAll: "dropped entries are old"
            case .staysOpen: "a log that is closed does nothing"
            case .givesLaterSnapshots: "a snapshot is given by the entry"
            case .mixesNames: "a log of another name is not touched"
            }
        }
    }

    let log: MemoryLog
    let mistake: Mistake

    func append(_ commit: LogCommit) async throws {
        if mistake == .forgets { return }
        do {
            try await log.append(commit)
        } catch ActionLogError.fenced where mistake == .claimsTwice {
        }
    }

    func commits(of name: String, after sequence: Int, limit: Int) async throws -> [LogCommit] {
        try await log.commits(of: name, after: sequence, limit: mistake == .givesMore ? .max : limit)
    }

    func snapshot(of name: String, upTo sequence: Int) async throws -> LogSnapshot? {
        try await log.snapshot(of: name, upTo: mistake == .givesLaterSnapshots ? .max : sequence)
    }

    func keep(_ snapshot: LogSnapshot, droppingBefore time: LogTime?) async throws {
        let all = LogTime(milliseconds: .max)
        try await log.keep(snapshot, droppingBefore: mistake == .dropsAll ? all : time)
    }

    func names() async throws -> [String] {
        let names = try await log.names()
        return mistake == .mixesNames ? names.reversed() : names
    }

    func close() async { if mistake != .staysOpen { await log.close() } }
}
