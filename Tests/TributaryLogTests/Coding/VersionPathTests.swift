// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryLog

/// Random payloads, written by one version of a program and read by others.
///
/// `TRIBUTARY_CODING_RUNS` sets the number of runs, and `TRIBUTARY_CODING_SEED` the first seed.
@Suite("A payload that another version wrote", .timeLimit(.minutes(30)))
struct VersionPathTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let seeds: Range<Int> = {
        let first = number("TRIBUTARY_CODING_SEED") ?? 1
        return first..<(first + (number("TRIBUTARY_CODING_RUNS") ?? amount(30, inDebug: 12)))
    }()

    @Test("is unchanged, whatever rules there are for other payloads", arguments: seeds)
    func same(seed: Int) throws {
        var random = Splitmix(state: UInt64(seed))
        let written = (0..<8).map { _ in Ledger<FirstRules>.random(&random) }
        let commits = try commits(of: written, &random)
        let expected = try texts(read(commits) as [Ledger<FirstRules>])
        #expect(try expected == written.map(text))
        #expect(try texts(read(commits) as [Ledger<SecondRules>]) == expected)
        #expect(try texts(read(commits) as [Ledger<OtherRules>]) == expected)
        #expect(try texts(read(commits) as [Ledger<ChildRules>]) == expected)
        // And from each of the later versions to the ones after it.
        let second = try self.commits(of: read(commits) as [Ledger<SecondRules>], &random)
        #expect(try texts(read(second) as [Ledger<OtherRules>]) == expected)
        #expect(try texts(read(second) as [Ledger<ChildRules>]) == expected)
    }

    @Test("keeps the fields that an upgrade of it does not change", arguments: seeds)
    func touched(seed: Int) throws {
        var random = Splitmix(state: UInt64(seed))
        let written = (0..<8).map { _ in Ledger<FirstRules>.random(&random) }
        let read: [Ledger<TouchingRules>] = try read(commits(of: written, &random))
        // Written as it was read, except for the changes of the rules.
        #expect(try texts(read) == written.map { try text($0.touched) })
    }

    @Test func `is a number to the last digit`() throws {
        for number in [
            "100012345678901234567.12345678901234", "18446744073709551615", "-0", "1e-130", "5e-324", "0.10",
            "1E5",
            "9223372036854775808", "-9223372036854775809",
        ] {
            #expect(try String(decoding: CodedValue(json: number.utf8).json(), as: UTF8.self) == number)
            #expect(try CodedValue(json: number.utf8) == .number(number))
        }
        #expect(try CodedValue(json: "-9223372036854775808".utf8) == .integer(.min))
        #expect(try CodedValue(json: "0".utf8) == 0)
        #expect(try String(decoding: (0.1 as CodedValue).json(), as: UTF8.self) == "0.1")
    }

    @Test(
        "is refused if it is not JSON",
        arguments: [
            "", " ", "01", "+1", ".5", "1.", "1e", "1e+", "--1", "NaN", "0x1", "tru", "{", "[1", "[1,]",
            "{\"a\"}",
            "{\"a\":}", "{\"a\":1,}", "{1:2}", "\"a", "\"\\\"", "\"\\x\"", "\"\\ud800\"", "\"a\nb\"", "1 2",
            "[1]]",
            String(repeating: "[", count: 100_000),
        ]
    )
    func malformed(text: String) {
        #expect(throws: CodingFailure.self) { try CodedValue(json: text.utf8) }
        #expect(throws: CodingFailure.self) { try CodedValue.number(text).json() }
    }

    /// Puts actions into commits of one to three entries, some of which contain more than their action.
    private func commits<Action: Journaled>(of actions: [Action], _ random: inout Splitmix) throws
        -> [LogCommit]
    {
        let coding = CommitCoding<Action>()
        var (commits, rest, sequence) = ([LogCommit](), actions[...], 1)
        while !rest.isEmpty {
            var entries = rest.prefix(Int.random(in: 1...3, using: &random)).map {
                JournalEntry<Action>(action: $0, time: LogTime(milliseconds: 1), cause: nil)
            }
            rest = rest.dropFirst(entries.count)
            if Bool.random(using: &random) { entries[0].isPart = true }
            if Bool.random(using: &random) { entries[0].passed = [1] }
            if Bool.random(using: &random) {
                var mount = JournalEntry<Action>(action: nil, time: LogTime(milliseconds: 1), cause: nil)
                mount.mount = .began(name: "[{\"")
                entries.insert(mount, at: 0)
            }
            commits.append(
                LogCommit(
                    name: "ledger",
                    sequence: sequence,
                    count: entries.count,
                    time: LogTime(milliseconds: 1),
                    contents: try coding.encode(entries)
                )
            )
            sequence += entries.count
        }
        return commits
    }

    private func read<Action: Journaled>(_ commits: [LogCommit]) throws -> [Action] {
        try CommitCoding<Action>().decode(commits).flatMap { $0.compactMap(\.action) }
    }

    private func texts<Rules>(_ actions: [Ledger<Rules>]) throws -> [String] { try actions.map(text) }

    /// A text that also distinguishes equal values, such as zeros.
    private func text<Rules>(_ action: Ledger<Rules>) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(action), as: UTF8.self)
    }
}
