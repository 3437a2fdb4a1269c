// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("@CasePathable keeps", .timeLimit(.minutes(30)))
struct CasePathableConditionTests {
    @Test func `the conditions of cases, whose branches may use one name`() {
        expectExpansion(
            of: """
                @CasePathable
                enum Action {
                    #if DEBUG
                    case log
                    #elseif os(Linux)
                    #else
                    case log
                    #if os(macOS)
                    case quit
                    #endif
                    #endif
                    #if RELEASE
                    func nothing() {}
                    #endif
                }
                """,
            is: """
                enum Action {
                    #if DEBUG
                    case log
                    #elseif os(Linux)
                    #else
                    case log
                    #if os(macOS)
                    case quit
                    #endif
                    #endif
                    #if RELEASE
                    func nothing() {}
                    #endif

                    nonisolated struct AllCasePaths: Swift.Sendable {
                        #if DEBUG
                        var log: Tributary.CasePath<Action, Swift.Void> {
                            .init(
                                named: "log",
                                embed: { .log },
                                extract: { if case .log = $0 { () } else { nil } }
                            )
                        }
                        #elseif os(Linux)
                        #else
                        var log: Tributary.CasePath<Action, Swift.Void> {
                            .init(
                                named: "log",
                                embed: { .log },
                                extract: { if case .log = $0 { () } else { nil } }
                            )
                        }
                        #if os(macOS)
                        var quit: Tributary.CasePath<Action, Swift.Void> {
                            .init(
                                named: "quit",
                                embed: { .quit },
                                extract: { if case .quit = $0 { () } else { nil } }
                            )
                        }
                        #endif
                        #endif
                    }

                    nonisolated static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `the availability of cases, of the enum and of the types around it`() {
        expectExpansion(
            of: """
                @available(macOS 15, *)
                struct Feature {
                    @available(*, deprecated)
                    @CasePathable
                    enum Action {
                        @available(*, deprecated, message: "Gone.")
                        case old
                        @available(macOS, unavailable)
                        case never
                    }
                }
                """,
            is: """
                @available(macOS 15, *)
                struct Feature {
                    @available(*, deprecated)
                    enum Action {
                        @available(*, deprecated, message: "Gone.")
                        case old
                        @available(macOS, unavailable)
                        case never

                        nonisolated struct AllCasePaths: Swift.Sendable {
                            @available(*, deprecated, message: "Gone.")
                            var old: Tributary.CasePath<Action, Swift.Void> {
                                .init(
                                    named: "old",
                                    embed: { .old },
                                    extract: { if case .old = $0 { () } else { nil } }
                                )
                            }
                        }

                        nonisolated static var allCasePaths: AllCasePaths {
                            AllCasePaths()
                        }
                    }
                }

                @available(*, deprecated)
                @available(macOS 15, *)
                extension Feature.Action: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test(
        "how visible the enum is",
        arguments: [
            ("public ", "public "),
            ("package ", "package "),
            ("internal ", ""),
            ("fileprivate ", ""),
            ("private ", ""),
            ("@frozen public ", "public "),
        ]
    )
    func access(of enumeration: String, ofMembers members: String) {
        expectExpansion(
            of: """
                @CasePathable
                \(enumeration)enum Action {
                    case load
                }
                """,
            is: """
                \(enumeration)enum Action {
                    case load

                    nonisolated \(members)struct AllCasePaths: Swift.Sendable {
                        \(members)var load: Tributary.CasePath<Action, Swift.Void> {
                            .init(
                                named: "load",
                                embed: { .load },
                                extract: { if case .load = $0 { () } else { nil } }
                            )
                        }
                    }

                    nonisolated \(members)static var allCasePaths: AllCasePaths {
                        AllCasePaths()
                    }
                }

                extension Action: nonisolated Tributary.CasePathable {}
                """
        )
    }

    @Test func `how visible the extension around the enum makes it`() {
        expectExpansion(
            of: """
                public extension Feature {
                    @CasePathable
                    enum Action {
                        case load
                    }
                }
                """,
            is: """
                public extension Feature {
                    enum Action {
                        case load

                        nonisolated public struct AllCasePaths: Swift.Sendable {
                            public var load: Tributary.CasePath<Action, Swift.Void> {
                                .init(
                                    named: "load",
                                    uncheckedEmbed: { .load },
                                    extract: { if case .load = $0 { () } else { nil } }
                                )
                            }
                        }

                        nonisolated public static var allCasePaths: AllCasePaths {
                            AllCasePaths()
                        }
                    }
                }

                extension Feature.Action: nonisolated Tributary.CasePathable {}
                """
        )
    }
}
