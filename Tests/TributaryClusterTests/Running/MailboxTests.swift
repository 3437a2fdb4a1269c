// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryJournal
import TributaryLog
import TributaryTesting

@Suite("Every mailbox", .timeLimit(.minutes(30)))
struct MailboxTests {
    @Test func `meets its requirements: in memory`() async {
        await checkMailbox { (former: MemoryLog?) in former?.restarted() ?? MemoryLog() }
    }

    @Test func `meets its requirements: in memory, with delays`() async {
        var faults = LogFaults(seed: 3)
        faults.delay = 0...20
        faults.tornTails = true
        await checkMailbox { (former: MemoryLog?) in former?.restarted() ?? MemoryLog(faults: faults) }
    }

    private static func inFolder(_ body: (_ path: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tributary-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "log.sqlite").path)
    }

    @Test func `meets its requirements: in a file`() async throws {
        try await Self.inFolder { path in
            await checkMailbox { (_: SQLiteLog?) in try SQLiteLog(at: path) }
        }
    }

    @Test func `does not deliver a message of a file that was changed on the disk`() async throws {
        try await Self.inFolder { path in
            let log = try SQLiteLog(at: path)
            let message = MailboxMessage(to: "s", id: "unmistakable", at: "n", contents: Array("body".utf8))
            try await log.change([.put(message)], isDurable: true)
            await log.close()
            var bytes = try Data(contentsOf: URL(filePath: path))
            let range = try #require(bytes.range(of: Data("unmistakable".utf8)))
            bytes[range.lowerBound] ^= 1
            try bytes.write(to: URL(filePath: path))
            #expect(throws: ActionLogError.self) { try SQLiteLog(at: path) }
            let repair = try SQLiteRepair(of: path)
            #expect(repair.report.contains("0 of 1 messages are kept."))
        }
    }

    /// A mailbox with a mistake.
    private enum Mistake: CaseIterable {
        case loses, doubles, ignoresFences, deliversEarly, deliversLate, forgetsAnswers, keepsAnswers,
            isSilent, isBlind

        var promise: String {
            switch self {
            case .loses: "messages are delivered to their node"
            case .doubles: "a message of the same store and id takes the place"
            case .ignoresFences: "a commit whose message is gone is fenced"
            case .deliversEarly: "a message is not delivered before it is due"
            case .deliversLate: "a message is not delivered when its lifetime is over"
            case .forgetsAnswers, .keepsAnswers: "answers are given once"
            case .isSilent: "messages of nodes that do not live are strays"
            case .isBlind: "nodes that came lately are read"
            }
        }
    }

    /// Changes the input or the output of a mailbox.
    private final class Mistaken: ForwardingMailbox {
        let memory: MemoryLog
        let mistake: Mistake
        var log: any Mailbox { memory }

        init(_ memory: MemoryLog, _ mistake: Mistake) { (self.memory, self.mistake) = (memory, mistake) }

        private func mistaken(_ changes: [MailboxChange]) -> [MailboxChange] {
            changes.compactMap { change -> MailboxChange? in
                guard case .put(var message) = change else {
                    guard case .answer(var answer) = change, mistake == .forgetsAnswers else { return change }
                    answer.sender.request += 1
                    return .answer(answer)
                }
                switch mistake {
                case .loses where message.id == "2": return nil
                case .doubles: message.id += "\(UInt64.random(in: 0 ... .max))"
                case .deliversEarly: message.due = nil
                case .deliversLate: message.lifetime = nil
                default: break
                }
                return .put(message)
            }
        }

        func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
            guard mistake == .ignoresFences else {
                return try await log.append(commit, changing: mistaken(changes))
            }
            try await log.append(commit)
            try await log.change(changes, isDurable: true)
        }

        func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
            try await log.change(mistaken(changes), isDurable: isDurable)
        }

        func receive(at node: String, without taken: [Int], limit: Int) async throws -> MailboxDelivery {
            let delivery = try await log.receive(at: node, without: taken, limit: limit)
            if mistake == .keepsAnswers, !delivery.answers.isEmpty {
                try await log.change(delivery.answers.map { .answer($0) }, isDurable: false)
            }
            return delivery
        }

        func strays(from living: [String], limit: Int) async throws -> [MailboxMessage] {
            mistake == .isSilent ? [] : try await log.strays(from: living, limit: limit)
        }

        func meet(_ node: MailboxNode?, within age: Duration) async throws -> [MailboxNode] {
            let nodes = try await log.meet(node, within: age)
            return mistake == .isBlind ? Array(nodes.prefix(1)) : nodes
        }
    }

    @Test func `fails with the broken requirement`() async throws {
        for mistake in Mistake.allCases {
            let told = ExpectationCollector()
            await told.collect {
                await checkMailbox { (former: Mistaken?) in
                    Mistaken(former?.memory.restarted() ?? MemoryLog(), mistake)
                }
            }
            // It may break others, too.
            #expect(told.failures.contains { $0.contains(mistake.promise) }, "\(mistake)")
        }
    }
}
