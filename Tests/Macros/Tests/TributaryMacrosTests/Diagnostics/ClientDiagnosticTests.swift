// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@Client complains about", .timeLimit(.minutes(30)))
struct ClientDiagnosticTests {
    /// Expects one complaint about a property, which is written in the third line.
    private func expect(
        _ property: String,
        isTold message: String,
        identifier: String,
        column: Int = 9,
        fixIt: String? = nil,
        fixed: String? = nil
    ) {
        func client(_ property: String) -> String { "struct Client {\n    \(property)\n}" }
        expectExpansion(
            of: "@Client\n" + client(property),
            is: client(property),
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.Client", id: identifier),
                    message: message,
                    line: 3,
                    column: column,
                    fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? []
                )
            ],
            fixedSource: fixed.map { "@Client\n" + client($0) }
        )
    }

    @Test(
        "a type that is not a struct",
        arguments: [("enum", "an enum"), ("final class", "a class"), ("actor", "an actor")]
    )
    func notAStruct(introducer: String, spoken: String) {
        expectExpansion(
            of: "@Client\n\(introducer) Client {}",
            is: "\(introducer) Client {}",
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.Client", id: "not-a-struct"),
                    message: "@Client can only be attached to a struct, not to \(spoken); remove it",
                    line: 1,
                    column: 1,
                    fixIts: [FixItSpec(message: "remove @Client")]
                )
            ],
            fixedSource: "\(introducer) Client {}"
        )
    }

    @Test func `an endpoint that cannot throw, and whose result has no default`() {
        let message = "'count' cannot throw, so say what it returns where it is not implemented: '= { … }'"
        expect(
            "var count: @Sendable () async -> Int",
            isTold: message,
            identifier: "without-placeholder",
            fixIt: "add '= { <#value#> }'",
            fixed: "var count: @Sendable () async -> Int = { <#value#> }"
        )
        expect(
            "var count: @Sendable (Int, _ of: Int) throws(Absent) -> Int",
            isTold: message,
            identifier: "without-placeholder",
            fixIt: "add '= { _, _ in <#value#> }'",
            fixed: "var count: @Sendable (Int, _ of: Int) throws(Absent) -> Int = { _, _ in <#value#> }"
        )
    }

    @Test func `an end that is bound to one thread`() {
        expect(
            "var stop: () async -> Void",
            isTold: "'stop' is called by effects, which run on any thread; its type must be '@Sendable'",
            identifier: "not-sendable",
            fixIt: "add '@Sendable'",
            fixed: "var stop: @Sendable () async -> Void"
        )
    }

    @Test(
        "an argument that no other closure takes",
        arguments: [("inout Int", 27), ("Int...", 27), ("() -> Void", 27), ("@Sendable () -> Void", 27)]
    )
    func unusual(argument: String, column: Int) {
        expect(
            "var run: @Sendable (_ it: \(argument)) async throws -> Int",
            isTold: """
                'run' takes an argument that is inout, variadic or a closure that does not escape; no unimplemented \
                closure can take it
                """,
            identifier: "unusual-argument",
            column: column + 4
        )
    }

    @Test func `a property without a value, or without a type that it can see`() {
        expect(
            "var start: Start",
            isTold: """
                'start' needs a value, so that a client can be made without it; if it is a closure, write the type \
                of the closure here
                """,
            identifier: "without-value"
        )
        expect(
            "var start = { (number: Int) in number }",
            isTold: "@Client cannot see the type of 'start'; write it: 'var start: @Sendable () -> Void'",
            identifier: "untyped"
        )
    }

    @Test func `a property that only some compilations have`() {
        expectExpansion(
            of: """
                @Client
                struct Client {
                    #if os(iOS)
                    var start: @Sendable () -> Void
                    var text: String { "" }
                    #endif
                }
                """,
            is: """
                struct Client {
                    #if os(iOS)
                    var start: @Sendable () -> Void
                    var text: String { "" }
                    #endif
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.Client", id: "conditional"),
                    message: """
                        'start' is inside '#if', and no initialiser can have parameters there; put the whole client \
                        inside it
                        """,
                    line: 4,
                    column: 9
                )
            ]
        )
    }

    @Test func `a client that no extension can see`() {
        expectExpansion(
            of: """
                struct Feature {
                    @Client
                    private struct Client {
                    }
                }
                """,
            is: """
                struct Feature {
                    private struct Client {

                        nonisolated init() {}
                    }
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    id: MessageID(domain: "Tributary.Client", id: "hidden"),
                    message: """
                        'Client' is private to a type, where no macro can add a conformance to DependencyKey; remove \
                        'private'
                        """,
                    line: 3,
                    column: 5
                )
            ]
        )
    }
}
