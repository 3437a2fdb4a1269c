// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryPresenting

@testable import TributaryLog

@Suite("An action that has changed since it was written", .timeLimit(.minutes(30)))
struct ActionCodingTests {
    @Test func `is read by the version that wrote it`() throws {
        let actions: [Shop.Action] = [
            .ordered(id: "o", cents: 500, currency: "EUR"), .paid("o"), .closed, .till(.opened(by: "ada")),
        ]
        let coding = CommitCoding<Shop.Action>()
        let commit = try made(of: coding.encode(entries(of: actions)), count: 4)
        let read = try coding.decode(commit)
        #expect(read.map(\.action) == actions)
        #expect(read.map(\.time.milliseconds) == [0, 1, 2, 3])
        #expect(read.map(\.cause) == [nil, 0, 1, 2])
    }

    @Test(
        "is read under its new name, with its new fields",
        arguments: [
            // As version 1 wrote it, when paying was misspelt and orders had no currency.
            (
                #"{"ordered":{"id":"o","cents":500}}"#, 1,
                Shop.Action.ordered(id: "o", cents: 500, currency: "EUR")
            ),
            (#"{"payed":{"_0":"o"}}"#, 1, .paid("o")),
            // Version 2 had another case of the old name, which version 3 calls otherwise.
            (#"{"paid":{"_0":"o"}}"#, 2, .paid("o")),
            (#"{"payed":{}}"#, 2, .closed),
            (
                #"{"ordered":{"id":"o","cents":500,"currency":"CHF"}}"#, 3,
                .ordered(id: "o", cents: 500, currency: "CHF")
            ),
        ]
    )
    func old(json: String, version: Int, expected: Shop.Action) throws {
        #expect(try decoded(json, versions: version == 1 ? "{}" : #"{"":\#(version)}"#) == [expected])
    }

    @Test func `is an empty object if it encodes nothing`() throws {
        let entry = JournalEntry(action: Silent(), time: LogTime(milliseconds: 0), cause: nil)
        let written = try CommitCoding<Silent>().encode([entry, entry])
        #expect(String(decoding: written, as: UTF8.self) == #"{"e":[{"t":0,"a":{}},{"t":0,"a":{}}]}"#)
    }

    @Test func `is omitted if it was removed, and its number stays`() throws {
        let commit = try made(
            of: Array(#"{"e":[{"a":{"blinked":{}},"t":1},{"a":{"payed":{"_0":"o"}},"t":2}]}"#.utf8),
            count: 2
        )
        let entries = try CommitCoding<Shop.Action>().decode(commit)
        #expect(entries.map(\.action) == [nil, .paid("o")])
    }

    @Test func `of a child is read by the child's own versions`() throws {
        let old = try decoded(#"{"till":{"_0":{"unlocked":{"by":"ada"}}}}"#, versions: #"{"":3}"#)
        #expect(old == [.till(.opened(by: "ada"))])
        let new = try decoded(#"{"till":{"_0":{"opened":{"by":"ada"}}}}"#, versions: #"{"":3,"till":2}"#)
        #expect(new == [.till(.opened(by: "ada"))])
    }

    @Test func `of a row is read by the row's own versions`() throws {
        typealias Rows = IdentifiedAction<Int, Till>
        let old = #"{"element":{"id":7,"action":{"unlocked":{"by":"ada"}}}}"#
        let commit = try made(of: Array(#"{"e":[{"a":\#(old),"t":1}]}"#.utf8), count: 1)
        #expect(
            try CommitCoding<Rows>().decode(commit).map(\.action) == [
                .element(id: 7, action: .opened(by: "ada"))
            ]
        )
        let own: [Rows] = [.element(id: 1, action: .opened(by: "bob"))]
        let written = try CommitCoding<Rows>().encode(entries(of: own))
        #expect(String(decoding: written, as: UTF8.self).contains(#""v":{"element":2}"#))
        #expect(try CommitCoding<Rows>().decode(made(of: written, count: 1)).map(\.action) == own)
    }

    @Test func `of a page is read by the page's own versions`() throws {
        typealias Pages = StackAction<String, Till>
        let old = #"{"element":{"id":7,"action":{"unlocked":{"by":"ada"}}}}"#
        let commit = try made(of: Array(#"{"e":[{"a":\#(old),"t":1}]}"#.utf8), count: 1)
        #expect(
            try CommitCoding<Pages>().decode(commit).map(\.action) == [
                .element(id: 7, action: .opened(by: "ada"))
            ]
        )
        let own: [Pages] = [.push("a"), .pop(from: 3), .element(id: 1, action: .opened(by: "bob"))]
        let written = try CommitCoding<Pages>().encode(entries(of: own))
        #expect(try CommitCoding<Pages>().decode(made(of: written, count: 3)).map(\.action) == own)
    }

    @Test(
        "is an error that names the action and the reason",
        arguments: [
            (#"{"vanished":{}}"#, #"{"":3}"#, "Entry 5 of “shop” cannot be read"),
            (#"{"paid":{}}"#, #"{"":3}"#, "“_0” is missing at paid"),
            (#"{"paid":{"_0":"o"}}"#, #"{"":4}"#, "it was written by version 4, and this is 3"),
            (
                #"{"till":{"_0":{"opened":{"by":"a"}}}}"#, #"{"":3,"till":9}"#,
                "“till” in it was written by version 9"
            ),
            (#"{"ordered":{"id":"broken"}}"#, #"{}"#, "no cents"),
            (#"7"#, #"{}"#, "an action is one case"),
            (#"{"paid":"#, #"{}"#, "Entry 5 of “shop” cannot be read"),
        ]
    )
    func wrong(json: String, versions: String, message: String) throws {
        let contents = Array(#"{"v":\#(versions),"e":[{"a":\#(json),"t":1}]}"#.utf8)
        let commit = try made(of: contents, count: 1)
        #expect {
            try CommitCoding<Shop.Action>().decode(commit)
        } throws: { error in
            "\(error)".contains(message)
        }
    }

    @Test func `reports a commit whose number of entries is wrong`() throws {
        let commit = try made(of: Array(#"{"e":[]}"#.utf8), count: 2)
        #expect(throws: JournalError.self) { try CommitCoding<Shop.Action>().decode(commit) }
    }
}

enum Shop {
    enum Action: Equatable, Journaled {
        case ordered(id: String, cents: Int, currency: String)
        case paid(String)
        case closed
        case till(Till)

        static var coding: ActionCoding<Self> {
            .version(3)
                .renamed("payed", to: \.paid, in: 2)
                .renamed("payed", to: \.closed, in: 3)
                .upgraded(\.ordered, in: 3) { fields in
                    guard fields["cents"] != nil else { throw CodingFailure(description: "no cents") }
                    fields["currency"] = "EUR"
                }
                .dropped("blinked", in: 3)
                .child(\.till)
        }

        struct AllCasePaths {
            var ordered: CasePath<Action, (id: String, cents: Int, currency: String)> {
                CasePath(
                    named: "ordered",
                    embed: { .ordered(id: $0.id, cents: $0.cents, currency: $0.currency) }
                ) {
                    if case .ordered(let id, let cents, let currency) = $0 {
                        (id, cents, currency)
                    } else {
                        nil
                    }
                }
            }
            var paid: CasePath<Action, String> {
                CasePath(named: "paid", embed: { .paid($0) }) {
                    if case .paid(let id) = $0 { id } else { nil }
                }
            }
            var closed: CasePath<Action, Void> {
                CasePath(named: "closed", embed: { .closed }) { if case .closed = $0 { () } else { nil } }
            }
            var till: CasePath<Action, Till> {
                CasePath(named: "till", embed: { .till($0) }) {
                    if case .till(let till) = $0 { till } else { nil }
                }
            }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
}

enum Till: Equatable, Journaled {
    case opened(by: String)

    static var coding: ActionCoding<Self> { .version(2).renamed("unlocked", to: \.opened, in: 2) }

    struct AllCasePaths {
        var opened: CasePath<Till, String> {
            CasePath(named: "opened", embed: { .opened(by: $0) }) {
                if case .opened(let by) = $0 { by } else { nil }
            }
        }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private func entries<Action>(of actions: [Action]) -> [JournalEntry<Action>] {
    actions.enumerated().map { index, action in
        JournalEntry(action: action, time: LogTime(milliseconds: index), cause: index == 0 ? nil : index - 1)
    }
}

private func made(of contents: [UInt8], count: Int) throws -> LogCommit {
    LogCommit(name: "shop", sequence: 5, count: count, time: LogTime(milliseconds: 0), contents: contents)
}

private func decoded(_ action: String, versions: String) throws -> [Shop.Action?] {
    let contents = Array(#"{"v":\#(versions),"e":[{"a":\#(action),"t":1}]}"#.utf8)
    return try CommitCoding<Shop.Action>().decode(made(of: contents, count: 1)).map(\.action)
}

private struct Silent: Journaled {
    struct AllCasePaths: Sendable {}
    static let allCasePaths = AllCasePaths()

    init() {}
    init(from decoder: any Decoder) {}
    func encode(to encoder: any Encoder) {}
}
