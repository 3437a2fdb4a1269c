// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore

@testable import TributaryLog

@Suite("Commits that are read together", .timeLimit(.minutes(30)))
struct CommitTextTests {
    typealias Action = Shop.Action

    /// Texts that look like the syntax around an action.
    private static let texts = [
        "", #"o"}},"t":1},{"a":{"#, "[{]},", #"\"#, #"\\""#, "e\u{301}🙂\u{0}\n", "},",
    ]

    @Test func `are equal to each of them alone`() throws {
        let coding = CommitCoding<Action>()
        var commits: [LogCommit] = []
        func append(_ entries: [JournalEntry<Action>]) throws {
            commits.append(try commit(coding.encode(entries), entries.count))
        }
        for text in Self.texts {
            try append([entry(.paid(text)), entry(.till(.opened(by: text)), cause: 3), entry(.closed)])
        }
        // Rare entries, and those of other versions, between them.
        try append([JournalEntry(action: nil, time: LogTime(milliseconds: -7), cause: nil)])
        var rare = [entry(.paid("passed")), entry(nil), entry(nil), entry(.closed)]
        rare[0].passed = [2, 0]
        rare[1].mount = .began(name: #"a "name""#)
        rare[2].mount = .ended(entry: 6)
        rare[3].isPart = true
        try append(rare)
        commits.append(commit(Array(#"{"e":[{"a":{"payed":{"_0":"o"}},"t":1}]}"#.utf8), 1))
        commits.append(
            commit(Array(#"{ "v": {"":3,"till":2}, "e": [ {"a":{"closed":{}},"t":2} ] }"#.utf8), 1)
        )
        try append([entry(.ordered(id: "last", cents: Int.max, currency: "EUR"))])

        let together = try coding.decode(commits)
        let alone = try commits.map { try coding.decode($0) }
        #expect(together.map { $0.map(description) } == alone.map { $0.map(description) })
        #expect(together.prefix(Self.texts.count).map { $0[0].action } == Self.texts.map { .paid($0) })
        #expect(together[7].map(\.time.milliseconds) == [-7])
        #expect(together[8].map(\.passed) == [[2, 0], nil, nil, nil])
        #expect(together[8].map(\.mount) == [nil, .began(name: #"a "name""#), .ended(entry: 6), nil])
        #expect(together[8].map(\.isPart) == [false, false, false, true])
        #expect(together[9].map(\.action) == [.paid("o")])
        #expect(together[10].map(\.action) == [.closed])
        #expect(together[11].map(\.action) == [.ordered(id: "last", cents: Int.max, currency: "EUR")])
    }

    @Test(
        "identify those that cannot be read",
        arguments: [
            #"{"v":{"":3,"till":2},"e":[{"a":{"vanished":{}},"t":1}]}"#,
            #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}},"t":1},{"a":{"closed":{}},"t":1}]}"#,
            #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}}]}"#,
            #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}},{"closed":{}},"t":1}]}"#,
            #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}},"t":99999999999999999999}]}"#,
            #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}}}]}"#,
            #"{"v":{"":4,"till":2},"e":[{"a":{"closed":{}},"t":1}]}"#,
            #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}},"t":1}"#, #"{"e""#, "", "7", #"{"e":[{"a":"#,
        ]
    )
    func wrong(text: String) throws {
        let coding = CommitCoding<Action>()
        let good = commit(try coding.encode([entry(.closed)]), 1)
        var bad = commit(Array(text.utf8), 1)
        bad.sequence = 9
        #expect {
            try coding.decode([good, bad, good])
        } throws: { error in
            if case .undecodable("shop", 9, _) = error as? JournalError { true } else { false }
        }
    }

    @Test func `have contexts, and are unchanged without one`() throws {
        let coding = CommitCoding<Action>()
        var sent = entry(.paid("o"), cause: 3)
        let before = #"{"t":1750000000000,"a":{"paid":{"_0":"o"}},"c":3"#
        #expect(try text(of: sent).hasSuffix(#""e":["# + before + "}]}"))
        sent.context = ["traceparent": "00-0af7-b7ad-01", "baggage": "a=1,b=/2", "": ""]
        let context = #","s":{"":"","baggage":"a=1,b=/2","traceparent":"00-0af7-b7ad-01"}"#
        #expect(try text(of: sent).hasSuffix(before + context + "}]}"))
        // On the fast way.
        #expect(CommitText(try coding.encode([sent]))?.entries.map(\.context) == [sent.context])
        var contexts = [sent.context, nil, [:]]
        for text in Self.texts + ["\u{7f}", "é", "/"] { contexts.append([text: "value", "name": text]) }
        let commits = try contexts.map { context in
            sent.context = context
            return try commit(coding.encode([sent, entry(.paid("b"))]), 2)
        }
        for read in [try coding.decode(commits), try commits.map { try coding.decode($0) }] {
            #expect(read.map { $0[0].context ?? [:] } == contexts.map { $0 ?? [:] })
            #expect(read.allSatisfy { $0[0].cause == 3 && $0[1].action == .paid("b") })
            #expect(read.allSatisfy { $0[1].context == nil })
        }
    }

    @Test(
        "take no context that is none",
        arguments: [
            #"7"#, #""text""#, #"{"a":7}"#, #"{"a":"b""#, #"{"a"}"#, #"{"a":"b}"#, #"["a"]"#,
        ]
    )
    func noContext(context: String) {
        let text = #"{"v":{"":3,"till":2},"e":[{"a":{"closed":{}},"t":1,"s":"# + context + "}]}"
        let bad = commit(Array(text.utf8), 1)
        #expect(CommitText(bad.contents) == nil)
        #expect(throws: JournalError.self) { try CommitCoding<Action>().decode([bad]) }
    }

    private func text(of entry: JournalEntry<Action>) throws -> String {
        String(decoding: try CommitCoding<Action>().encode([entry]), as: UTF8.self)
    }

    private func entry(_ action: Action?, cause: Int? = nil) -> JournalEntry<Action> {
        JournalEntry(action: action, time: LogTime(milliseconds: 1_750_000_000_000), cause: cause)
    }

    private func commit(_ contents: [UInt8], _ count: Int) -> LogCommit {
        LogCommit(name: "shop", sequence: 5, count: count, time: LogTime(milliseconds: 0), contents: contents)
    }

    private func description(_ entry: JournalEntry<Action>) -> String { "\(entry)" }
}
