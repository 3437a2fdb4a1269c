// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@FormState writes", .timeLimit(.minutes(30)))
struct FormStateMacroTests {
    @Test func `a name for each property that can be set`() {
        expectExpansion(
            of: """
                @FormState
                public struct State: Equatable {
                    public var name = "", size: Int = 1
                    let id = 0
                    private(set) var `default`: [Int]? { didSet {} }
                    @Secret var password = ""
                    @Tributary.Secret var (pin, code) = ("", "")
                    var half: Int { get { size / 2 } set { size = newValue * 2 } }
                    var third: Int { _read { yield size } _modify { yield &size } }
                    var summary: String { name }
                    var read: Int { get { 1 } }
                    var counted: Int { mutating get { 1 } set {} }
                    lazy var cache = 1
                    static var shared = State()
                    @available(macOS 26, *) var glass: Bool { get { true } set {} }
                    #if DEBUG
                    var log = ""
                    #else
                    let log = ""
                    #endif
                }
                """,
            is: """
                public struct State: Equatable {
                    public var name = "", size: Int = 1
                    let id = 0
                    private(set) var `default`: [Int]? { didSet {} }
                    @Secret var password = ""
                    @Tributary.Secret var (pin, code) = ("", "")
                    var half: Int { get { size / 2 } set { size = newValue * 2 } }
                    var third: Int { _read { yield size } _modify { yield &size } }
                    var summary: String { name }
                    var read: Int { get { 1 } }
                    var counted: Int { mutating get { 1 } set {} }
                    lazy var cache = 1
                    static var shared = State()
                    @available(macOS 26, *) var glass: Bool { get { true } set {} }
                    #if DEBUG
                    var log = ""
                    #else
                    let log = ""
                    #endif

                    nonisolated public static func addFormFields(to fields: inout Tributary.FormFields<Self>) {
                        fields.add("name", \\.name)
                        fields.add("size", \\.size)
                        fields.add("default", \\.`default`)
                        fields.add(secret: "password", \\.password)
                        fields.add(secret: "pin", \\.pin)
                        fields.add(secret: "code", \\.code)
                        fields.add("half", \\.half)
                        fields.add("third", \\.third)
                    #if DEBUG
                        fields.add("log", \\.log)
                    #else
                    #endif
                    }
                }

                extension State: nonisolated Tributary.FormState {}
                """
        )
    }

    @Test func `a name for each case of an enum that has one value`() {
        expectExpansion(
            of: """
                extension Feature {
                    @available(macOS 26, *)
                    @FormState
                    enum Screen: FormState {
                        case closed, page(Int), pair(Int, Int), `default`(of: String)
                        @available(*, unavailable) case old(Int)
                    }
                }
                """,
            is: """
                extension Feature {
                    @available(macOS 26, *)
                    enum Screen: FormState {
                        case closed, page(Int), pair(Int, Int), `default`(of: String)
                        @available(*, unavailable) case old(Int)

                        nonisolated static func addFormFields(to fields: inout Tributary.FormFields<Self>) {
                            fields.add(case: "page", \\.page)
                            fields.add(case: "default", \\.`default`)
                        }
                    }
                }
                """,
            conforming: true
        )
    }

    @Test func `nothing for a class, which is reported`() {
        expectExpansion(
            of: """
                @FormState
                final class State {}
                """,
            is: """
                final class State {}
                """,
            diagnostics: [
                DiagnosticSpec(
                    message:
                        "@FormState can only be attached to a struct or an enum, not to a class; remove it",
                    line: 1,
                    column: 1,
                    fixIts: [FixItSpec(message: "remove @FormState")]
                )
            ],
            fixedSource: """
                final class State {}
                """
        )
    }

    @Test func `no conformance for a type that is private to another, which is reported`() {
        expectExpansion(
            of: """
                struct Feature {
                    @FormState
                    private struct State {
                        var name = ""
                    }
                }
                """,
            is: """
                struct Feature {
                    private struct State {
                        var name = ""

                        nonisolated static func addFormFields(to fields: inout Tributary.FormFields<Self>) {
                            fields.add("name", \\.name)
                        }
                    }
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: """
                        'State' is private to a type, where no macro can add a conformance; write 'struct State: FormState'
                        """,
                    line: 3,
                    column: 5
                )
            ]
        )
    }

    @Test func `nothing if no property can be changed, which is reported`() {
        expectExpansion(
            of: """
                @FormState
                struct State {
                    let name = ""
                }
                """,
            is: """
                struct State {
                    let name = ""
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: """
                        'State' has nothing that a form could change: no 'var' that can be set, and no case with one value
                        """,
                    line: 1,
                    column: 1
                )
            ]
        )
    }
}
