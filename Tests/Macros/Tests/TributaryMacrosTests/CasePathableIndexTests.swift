// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Indices of @CasePathable", .timeLimit(.minutes(30)))
struct CasePathableIndexTests {
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

                    nonisolated static func caseIndex(of value: Self) -> Swift.Int? {
                        switch value {
                        case .list(_): 0
                        #if DEBUG
                        case .log: nil
                        case .trace(_): 1
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

                    nonisolated public static func caseIndex(of value: Self) -> Swift.Int? {
                        switch value {
                        case .list(_): 0
                        default: nil
                        }
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }
}
