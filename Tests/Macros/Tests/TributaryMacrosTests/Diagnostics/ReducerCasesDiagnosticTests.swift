// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@ReducerCases complains about", .timeLimit(.minutes(30)))
struct ReducerCasesDiagnosticTests {
    /// Expects one complaint about an enum with these members, which are written from the third line on.
    private func expect(
        _ members: String,
        isTold message: String,
        identifier: String,
        line: Int = 3,
        column: Int
    ) {
        let path = "enum Path {\n" + members.split(separator: "\n").map { "    \($0)\n" }.joined() + "}"
        expectExpansion(
            of: "@ReducerCases\n" + path,
            is: path,
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.ReducerCases", id: identifier),
                    message: message,
                    line: line,
                    column: column
                )
            ]
        )
    }

    @Test("a type that is not an enum", arguments: [("struct", "a struct"), ("final class", "a class")])
    func notAnEnum(introducer: String, spoken: String) {
        expectExpansion(
            of: "@ReducerCases\n\(introducer) Path {}",
            is: "\(introducer) Path {}",
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.ReducerCases", id: "not-an-enum"),
                    message: "@ReducerCases can only be attached to an enum, not to \(spoken); remove it",
                    line: 1,
                    column: 1,
                    fixIts: [FixItSpec(message: "remove @ReducerCases")]
                )
            ],
            fixedSource: "\(introducer) Path {}"
        )
    }

    @Test("a payload that is not a reducer", arguments: ["Detail?", "[Detail]", "(Int) -> Int", "any Page"])
    func notAReducer(type: String) {
        expect(
            "case detail(\(type))",
            isTold: """
                'detail' has to hold the type of a reducer, not '\(type)'; a label makes it a plain state: \
                'detail(value: \(type))'
                """,
            identifier: "not-a-reducer",
            column: 17
        )
    }

    @Test func `an enum of plain states, or of nothing`() {
        let message = "no case holds a reducer; for an enum of plain states, write @CasePathable"
        expect(
            "case help, meeting(id: Int)",
            isTold: message,
            identifier: "without-reducer",
            line: 2,
            column: 6
        )
        expect("", isTold: message, identifier: "without-reducer", line: 2, column: 6)
    }

    @Test func `cases that only some compilations have, or with one name`() {
        expect(
            "case help(Help)\n#if os(iOS)\ncase detail(Detail)\n#endif",
            isTold:
                "@ReducerCases cannot write a reducer of which a case is inside '#if'; put the whole enum inside it",
            identifier: "conditional",
            line: 4,
            column: 5
        )
        expect(
            "case open(Detail), open(id: Int)",
            isTold: """
                another case is named 'open', and a key path cannot tell them apart by their labels; rename this one
                """,
            identifier: "overloaded-case",
            column: 24
        )
    }

    @Test(
        "members whose names it needs",
        arguments: [
            ("struct State {}", "State", 12), ("typealias Action = Int", "Action", 15),
            ("var body: Int { 0 }", "body", 9),
        ]
    )
    func taken(member: String, name: String, column: Int) {
        expect(
            "case detail(Detail)\n\(member)",
            isTold: "@ReducerCases writes a member named '\(name)'; remove or rename this one",
            identifier: "taken-name",
            line: 4,
            column: column
        )
    }

    @Test func `an enum that no extension can see`() {
        expectExpansion(
            of: """
                private enum Feature {
                    @ReducerCases
                    private enum Path {
                        case detail
                        case help(Help)
                    }
                }
                """,
            is: """
                private enum Feature {
                    private enum Path {
                        case detail
                        case help(Help)

                        @Tributary.CasePathable
                        nonisolated enum State: Tributary.CasePathable {
                            case detail
                            case help(Help.State)
                        }

                        @Tributary.CasePathable
                        nonisolated enum Action: Tributary.CasePathable {
                            case help(Help.Action)
                        }

                        nonisolated init() {
                            self = .help(Help())
                        }

                        nonisolated var body: Tributary.AnyReducer<State, Action> {
                            Tributary.AnyReducer(
                                Tributary.EmptyReducer<State, Action>()
                                    .ifCaseLet(\\.help, action: \\.help) {
                                        Help()
                                    }
                            )
                        }
                    }
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.ReducerCases", id: "hidden"),
                    message: """
                        'Path' is private to a type, where no macro can add a conformance; write 'enum Path: Reducer'
                        """,
                    line: 3,
                    column: 5
                )
            ]
        )
    }
}
