// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("@CasePathable writes", .timeLimit(.minutes(30)))
struct CasePathableMacroTests {
    @Test func `a path for each case, whatever its payload`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    case load
                    case loaded([String]), failed(code: Int)
                    case moved(x: Int, Int = 0, _ z: Int?)
                }
                """,
            is: """
                enum Action {
                    case load
                    case loaded([String]), failed(code: Int)
                    case moved(x: Int, Int = 0, _ z: Int?)

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        var load: Tributary.CasePath<Action, Swift.Void> {
                            .init(
                                named: "load",
                                embed: { .load },
                                extract: { if case .load = $0 { () } else { nil } }
                            )
                        }
                        var loaded: Tributary.CasePath<Action, [String]> {
                            .init(
                                named: "loaded",
                                index: 0,
                                embed: Action.loaded(_:),
                                extract: { if case .loaded(let value) = $0 { value } else { nil } }
                            )
                        }
                        var failed: Tributary.CasePath<Action, Int> {
                            .init(
                                named: "failed",
                                index: 1,
                                embed: Action.failed(code:),
                                extract: { if case .failed(code: let value) = $0 { value } else { nil } }
                            )
                        }
                        var moved: Tributary.CasePath<Action, (x: Int, Int, Int?)> {
                            .init(
                                named: "moved",
                                embed: Action.moved(x:_:_:),
                                extract: { if case .moved(x: let value0, let value1, let value2) = $0 { (x: value0, value1, value2) } else { nil } }
                            )
                        }
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }

                    nonisolated static func caseIndex(of value: Self) -> Swift.Int? {
                        switch value {
                        case .loaded(_): 0
                        case .failed(code: _): 1
                        default: nil
                        }
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `nothing but the frame for an enum without cases`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Nothing {}
                """,
            is: """
                enum Nothing {

                    nonisolated struct AllCasePaths: Swift.Sendable {
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }
                }

                extension Nothing: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `no second conformance`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Nothing: CasePathable {
                }
                """,
            is: """
                enum Nothing: CasePathable {

                    nonisolated struct AllCasePaths: Swift.Sendable {
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }
                }
                """,
            conforming: true
        )
    }

    @Test func `names as they are written, and closures if a name cannot be a function`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Word {
                    case `default`(Int), `self`, `init`(Int), `two words`(Int)
                }
                """,
            is: """
                enum Word {
                    case `default`(Int), `self`, `init`(Int), `two words`(Int)

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        var `default`: Tributary.CasePath<Word, Int> {
                            .init(
                                named: "default",
                                index: 0,
                                embed: Word.`default`(_:),
                                extract: { if case .`default`(let value) = $0 { value } else { nil } }
                            )
                        }
                        var `self`: Tributary.CasePath<Word, Swift.Void> {
                            .init(
                                named: "self",
                                embed: { .`self` },
                                extract: { if case .`self` = $0 { () } else { nil } }
                            )
                        }
                        var `init`: Tributary.CasePath<Word, Int> {
                            .init(
                                named: "init",
                                index: 1,
                                embed: { .`init`($0) },
                                extract: { if case .`init`(let value) = $0 { value } else { nil } }
                            )
                        }
                        var `two words`: Tributary.CasePath<Word, Int> {
                            .init(
                                named: "two words",
                                index: 2,
                                embed: Word.`two words`(_:),
                                extract: { if case .`two words`(let value) = $0 { value } else { nil } }
                            )
                        }
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }

                    nonisolated static func caseIndex(of value: Self) -> Swift.Int? {
                        switch value {
                        case .`default`(_): 0
                        case .`init`(_): 1
                        case .`two words`(_): 2
                        default: nil
                        }
                    }
                }

                extension Word: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `types that mean the same in the nested type as in the enum`() {
        expectExpansion(
            of: """
                @CasePathable
                indirect enum Tree<Leaf> where Leaf: Equatable {
                    case node([Self], other: Self.Kind)
                    case leaf(Leaf!)
                    case work(@Sendable (Self) -> Void)
                }
                """,
            is: """
                indirect enum Tree<Leaf> where Leaf: Equatable {
                    case node([Self], other: Self.Kind)
                    case leaf(Leaf!)
                    case work(@Sendable (Self) -> Void)

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        var node: Tributary.CasePath<Tree, ([Tree], other: Tree.Kind)> {
                            .init(
                                named: "node",
                                uncheckedEmbed: Tree.node(_:other:),
                                extract: { if case .node(let value0, other: let value1) = $0 { (value0, other: value1) } else { nil } }
                            )
                        }
                        var leaf: Tributary.CasePath<Tree, Leaf?> {
                            .init(
                                named: "leaf",
                                index: 0,
                                uncheckedEmbed: Tree.leaf(_:),
                                extract: { if case .leaf(let value) = $0 { value } else { nil } }
                            )
                        }
                        var work: Tributary.CasePath<Tree, @Sendable (Tree) -> Void> {
                            .init(
                                named: "work",
                                index: 1,
                                uncheckedEmbed: Tree.work(_:),
                                extract: { if case .work(let value) = $0 { value } else { nil } }
                            )
                        }
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }

                    nonisolated static func caseIndex(of value: Self) -> Swift.Int? {
                        switch value {
                        case .leaf(_): 0
                        case .work(_): 1
                        default: nil
                        }
                    }
                }

                extension Tree: nonisolated Tributary.CasePathable {}
                """
        )
    }
}
