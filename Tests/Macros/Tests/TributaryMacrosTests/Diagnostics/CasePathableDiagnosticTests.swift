// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@CasePathable complains about", .timeLimit(.minutes(30)))
struct CasePathableDiagnosticTests {
    @Test(
        "a type that is not an enum",
        arguments: [
            ("struct", "a struct"), ("final class", "a class"), ("actor", "an actor"),
            ("protocol", "a protocol"),
            ("extension", "an extension"),
        ]
    )
    func notAnEnum(introducer: String, spoken: String) {
        expectExpansion(
            of: """
                /// An action.
                @CasePathable
                public \(introducer) Action {}
                """,
            is: """
                /// An action.
                public \(introducer) Action {}
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: identifier("not-an-enum"),
                    message: "@CasePathable can only be attached to an enum, not to \(spoken); remove it",
                    line: 2,
                    column: 1,
                    fixIts: [FixItSpec(message: "remove @CasePathable")]
                )
            ],
            fixedSource: """
                /// An action.
                public \(introducer) Action {}
                """
        )
    }

    @Test func `an attribute among others, and leaves those alone`() {
        expectExpansion(
            of: """
                @MainActor
                @CasePathable @frozen
                struct Action {}
                """,
            is: """
                @MainActor
                @frozen
                struct Action {}
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "@CasePathable can only be attached to an enum, not to a struct; remove it",
                    line: 2,
                    column: 1,
                    fixIts: [FixItSpec(message: "remove @CasePathable")]
                )
            ],
            fixedSource: """
                @MainActor
                @frozen
                struct Action {}
                """
        )
    }

    @Test func `a second case of the same name, and writes the path of the first`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    case move(to: Int), move(by: Int)
                }
                """,
            is: """
                enum Action {
                    case move(to: Int), move(by: Int)

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        var move: Tributary.CasePath<Action, Int> {
                            .init(
                                named: "move",
                                index: 0,
                                embed: Action.move(to:),
                                extract: { if case .move(to: let value) = $0 { value } else { nil } }
                            )
                        }
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }

                    nonisolated static func caseIndex(of value: Self) -> Swift.Int? {
                        switch value {
                        case .move(to: _): 0
                        default: nil
                        }
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: identifier("overloaded-case"),
                    message: """
                        another case is named 'move', and a key path cannot tell them apart by their labels; \
                        rename this one
                        """,
                    line: 3,
                    column: 25
                )
            ]
        )
    }

    @Test func `cases that are named like its generated declarations`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    case load, allCasePaths
                }
                """,
            is: """
                enum Action {
                    case load, allCasePaths
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: identifier("taken-case-name"),
                    message: "@CasePathable writes a member named 'allCasePaths'; rename this case",
                    line: 3,
                    column: 16
                )
            ]
        )
    }

    @Test func `members that it writes itself, but not those of instances`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    case load
                    struct AllCasePaths {}
                    static var allCasePaths: AllCasePaths { AllCasePaths() }
                    var allCasePaths: Int { 0 }
                }
                """,
            is: """
                enum Action {
                    case load
                    struct AllCasePaths {}
                    static var allCasePaths: AllCasePaths { AllCasePaths() }
                    var allCasePaths: Int { 0 }
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: identifier("taken-member-name"),
                    message: "@CasePathable writes a member named 'AllCasePaths'; remove or rename this one",
                    line: 4,
                    column: 12,
                    fixIts: [FixItSpec(message: "remove 'AllCasePaths'")]
                ),
                DiagnosticSpec(
                    id: identifier("taken-member-name"),
                    message: "@CasePathable writes a member named 'allCasePaths'; remove or rename this one",
                    line: 5,
                    column: 16,
                    fixIts: [FixItSpec(message: "remove 'allCasePaths'")]
                ),
            ],
            fixedSource: """
                @CasePathable
                enum Action {
                    case load
                    var allCasePaths: Int { 0 }
                }
                """
        )
    }

    @Test func `an enum that cannot be copied`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action: ~Copyable {
                    case load
                }
                """,
            is: """
                enum Action: ~Copyable {
                    case load
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: identifier("not-copyable"),
                    message: """
                        @CasePathable needs a copyable enum, as reading a payload copies it; \
                        remove '~Copyable' or the attribute
                        """,
                    line: 2,
                    column: 14,
                    fixIts: [FixItSpec(message: "remove @CasePathable")]
                )
            ],
            fixedSource: """
                enum Action: ~Copyable {
                    case load
                }
                """
        )
    }

    @Test(
        "an enum that is private to a type",
        arguments: [
            ("Step", "Step: CasePathable"),
            ("Step<Value>: Equatable", "Step<Value>: CasePathable, Equatable"),
        ]
    )
    func hidden(name: String, fixedName: String) {
        let embed = name == "Step" ? "embed" : "uncheckedEmbed"
        expectExpansion(
            of: """
                struct Feature {
                    @CasePathable
                    private enum \(name) {
                        case first
                    }
                }
                """,
            is: """
                struct Feature {
                    private enum \(name) {
                        case first

                        nonisolated struct AllCasePaths: Swift.Sendable {
                            var first: Tributary.CasePath<Step, Swift.Void> {
                                .init(
                                    named: "first",
                                    \(embed): { .first },
                                    extract: { if case .first = $0 { () } else { nil } }
                                )
                            }
                        }

                        nonisolated static var allCasePaths: AllCasePaths {
                            AllCasePaths()
                        }
                    }
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: identifier("hidden"),
                    message: """
                        'Step' is private to a type, where no macro can add a conformance; \
                        write 'enum Step: CasePathable'
                        """,
                    line: 3,
                    column: 5,
                    fixIts: [FixItSpec(message: "add 'CasePathable'")]
                )
            ],
            fixedSource: """
                struct Feature {
                    @CasePathable
                    private enum \(fixedName) {
                        case first
                    }
                }
                """
        )
    }

    private func identifier(_ name: String) -> MessageID {
        MessageID(domain: "Tributary.CasePathable", id: name)
    }
}
