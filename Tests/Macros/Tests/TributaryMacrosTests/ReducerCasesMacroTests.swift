// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("@ReducerCases writes", .timeLimit(.minutes(30)))
struct ReducerCasesMacroTests {
    @Test func `the state, the actions, and a switch over the cases with reducers`() {
        expectExpansion(
            of: """
                @available(macOS 15, *)
                @ReducerCases
                public indirect enum Path {
                    case detail(Detail), record(Recorder<Int> = Recorder(step: 10))
                    case meeting(id: Int, String)
                    case help
                    static var first: Int { 1 }
                }
                """,
            is: """
                @available(macOS 15, *)
                public indirect enum Path {
                    case detail(Detail), record(Recorder<Int> = Recorder(step: 10))
                    case meeting(id: Int, String)
                    case help
                    static var first: Int { 1 }

                    @Tributary.CasePathable
                    nonisolated public indirect enum State: Tributary.CasePathable {
                        case detail(Detail.State)
                        case record(Recorder<Int>.State)
                        case meeting(id: Int, String)
                        case help
                    }

                    @Tributary.CasePathable
                    nonisolated public indirect enum Action: Tributary.CasePathable {
                        case detail(Detail.Action)
                        case record(Recorder<Int>.Action)
                    }

                    nonisolated public init() {
                        self = .detail(Detail())
                    }

                    nonisolated public var body: Tributary.AnyReducer<State, Action> {
                        Tributary.AnyReducer(
                            Tributary.EmptyReducer<State, Action>()
                                .ifCaseLet(\\.detail, action: \\.detail) {
                                    Detail()
                                }
                                .ifCaseLet(\\.record, action: \\.record) {
                                    Recorder(step: 10)
                                }
                        )
                    }
                }

                @available(macOS 15, *)
                extension Path: nonisolated Tributary.Reducer {}
                """
        )
    }

    @Test func `the answers of a question, which is no reducer`() {
        expectExpansion(
            of: """
                @ReducerCases
                enum Destination {
                    case alert(AlertState<Alert>)
                    case edit(Editor)
                    case dialog(Tributary.AlertState<Editor.Answer>)
                }
                """,
            is: """
                enum Destination {
                    case alert(AlertState<Alert>)
                    case edit(Editor)
                    case dialog(Tributary.AlertState<Editor.Answer>)

                    @Tributary.CasePathable
                    nonisolated enum State: Tributary.CasePathable {
                        case alert(AlertState<Alert>)
                        case edit(Editor.State)
                        case dialog(Tributary.AlertState<Editor.Answer>)
                    }

                    @Tributary.CasePathable
                    nonisolated enum Action: Tributary.CasePathable {
                        case alert(Alert)
                        case edit(Editor.Action)
                        case dialog(Editor.Answer)
                    }

                    nonisolated init() {
                        self = .edit(Editor())
                    }

                    nonisolated var body: Tributary.AnyReducer<State, Action> {
                        Tributary.AnyReducer(
                            Tributary.EmptyReducer<State, Action>()
                                .ifCaseLet(\\.edit, action: \\.edit) {
                                    Editor()
                                }
                        )
                    }
                }

                extension Destination: nonisolated Tributary.Reducer {}
                """
        )
    }

    @Test func `no second conformance, and indirection if it is declared`() {
        expectExpansion(
            of: """
                enum Feature {
                    @ReducerCases
                    private enum Path: Reducer {
                        case help
                        indirect case folder(Feature.Folder)
                    }
                }
                """,
            is: """
                enum Feature {
                    private enum Path: Reducer {
                        case help
                        indirect case folder(Feature.Folder)

                        @Tributary.CasePathable
                        nonisolated enum State: Tributary.CasePathable {
                            case help
                            indirect case folder(Feature.Folder.State)
                        }

                        @Tributary.CasePathable
                        nonisolated enum Action: Tributary.CasePathable {
                            indirect case folder(Feature.Folder.Action)
                        }

                        nonisolated init() {
                            self = .folder(Feature.Folder())
                        }

                        nonisolated var body: Tributary.AnyReducer<State, Action> {
                            Tributary.AnyReducer(
                                Tributary.EmptyReducer<State, Action>()
                                    .ifCaseLet(\\.folder, action: \\.folder) {
                                        Feature.Folder()
                                    }
                            )
                        }
                    }
                }
                """,
            conforming: true
        )
    }
}
