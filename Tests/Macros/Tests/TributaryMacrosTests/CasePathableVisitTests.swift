// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("@CasePathable visits", .timeLimit(.minutes(30)))
struct CasePathableVisitTests {
    @Test func `the conditions of cases with a payload in the switch, which names the others there`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    case list(Int)
                    #if DEBUG
                    case log, trace(String)
                    #endif
                }
                """,
            is: """
                enum Action {
                    case list(Int)
                    #if DEBUG
                    case log, trace(String)
                    #endif

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        var list: Tributary.CasePath<Action, Int> {
                            .init(
                                named: "list",
                                index: 0,
                                embed: Action.list(_:),
                                extract: { if case .list(let value) = $0 { value } else { nil } }
                            )
                        }
                        #if DEBUG
                        var log: Tributary.CasePath<Action, Swift.Void> {
                            .init(
                                named: "log",
                                embed: { .log },
                                extract: { if case .log = $0 { () } else { nil } }
                            )
                        }
                        var trace: Tributary.CasePath<Action, String> {
                            .init(
                                named: "trace",
                                index: 1,
                                embed: Action.trace(_:),
                                extract: { if case .trace(let value) = $0 { value } else { nil } }
                            )
                        }
                        #endif
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }

                    @inline(__always)
                    nonisolated static func visitCase<VisitorOfCases: Tributary.CaseVisitor>(
                        of value: Self,
                        _ visitor: VisitorOfCases
                    ) -> VisitorOfCases.Output {
                        switch value {
                        case .list(let value): visitor.visit(0, value as Int)
                        #if DEBUG
                        case .log: visitor.visitOther()
                        case .trace(let value): visitor.visit(1, value as String)
                        #endif
                        }
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `no switch if a case in a condition is not available everywhere`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    case list(Int)
                    #if DEBUG
                    @available(macOS, unavailable)
                    case log
                    #endif
                }
                """,
            is: """
                enum Action {
                    case list(Int)
                    #if DEBUG
                    @available(macOS, unavailable)
                    case log
                    #endif

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        var list: Tributary.CasePath<Action, Int> {
                            .init(
                                named: "list",
                                embed: Action.list(_:),
                                extract: { if case .list(let value) = $0 { value } else { nil } }
                            )
                        }
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `a default for a case that is not available everywhere`() {
        expectExpansion(
            of: """
                @CasePathable
                public enum Action {
                    case list(Int)
                    @available(macOS, unavailable)
                    case log
                }
                """,
            is: """
                public enum Action {
                    case list(Int)
                    @available(macOS, unavailable)
                    case log

                    nonisolated public struct AllCasePaths: Swift.Sendable {
                        public var list: Tributary.CasePath<Action, Int> {
                            .init(
                                named: "list",
                                index: 0,
                                embed: Action.list(_:),
                                extract: { if case .list(let value) = $0 { value } else { nil } }
                            )
                        }
                    }

                    nonisolated public static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }

                    @inline(__always)
                    nonisolated public static func visitCase<VisitorOfCases: Tributary.CaseVisitor>(
                        of value: Self,
                        _ visitor: VisitorOfCases
                    ) -> VisitorOfCases.Output {
                        switch value {
                        case .list(let value): visitor.visit(0, value as Int)
                        default: visitor.visitOther()
                        }
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }
}
