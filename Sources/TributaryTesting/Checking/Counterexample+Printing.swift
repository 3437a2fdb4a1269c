// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Counterexample where State: Equatable, WorldValue: Equatable {
    /// The counterexample as the source of a test, which fails until the feature is mended.
    ///
    /// ```swift
    /// @Test func `charged at most once`() async {
    ///     let world = World(Bank(charges: 0))
    ///     let store = TestStore(initialState: Checkout.State(attempt: 0)) {
    ///         Checkout()
    ///     } dependencies: {
    ///         $0.clock = CheckClock()
    ///         checkoutDependencies(&$0, world)
    ///     }
    ///     await store.send(.pay) {
    ///         $0.attempt = 1
    ///     }
    ///     await store.answer("charge 1", with: BankAnswer.accepted)
    ///     …
    /// }
    /// ```
    /// It names effects by the names that their reducer gives them. If two effects without a name are ready at once, give
    /// them names. A step in which an effect begins that waited for its place is a comment: a test store begins it by itself.
    ///
    /// - Parameters:
    ///   - reducer: How the reducer is written in the test; by default the type that has the state in it, without parameters.
    ///   - configure: A function that sets the dependencies, as it is written in the test; it gets them `inout`, and the
    ///     world if there is one.
    /// - Returns: The source of the test.
    public func testSource(reducer: String? = nil, dependencies configure: String? = nil) -> String {
        var lines: [String] = []
        if hasWorld { lines.append("let world = World(\(SourceWriter.source(of: initial.world)))") }
        let begin = SourceWriter.call(
            "let store = TestStore",
            ["initialState: \(SourceWriter.source(of: initial.state))"]
        )
        lines += [
            "\(begin) {", "    \(reducer ?? self.reducer)", "} dependencies: {",
            "    $0.clock = CheckClock()",
        ]
        if let configure { lines.append("    \(configure)(&$0\(hasWorld ? ", world" : ""))") }
        lines.append("}")
        var state = initial.state
        for (index, step) in trace.enumerated() {
            lines += source(of: step, index < durations.count ? durations[index] : nil, from: state)
            state = step.state
        }
        lines.append("await store.skipInFlightEffects(strict: false)")
        let isOther =
            ["store.state != \(SourceWriter.source(of: self.state))"]
            + (hasWorld ? ["world.value != \(SourceWriter.source(of: world))"] : [])
        lines.append("#expect(")
        lines.append("    \(isOther.joined(separator: "\n        || ")),")
        lines += ["    \(String(reflecting: "“\(property)” does not hold in this situation."))", ")"]
        return """
            @Test func `\(property)`() async {
            \(lines.joined(separator: "\n").indented(by: 4))
            }
            """
    }

    /// The counterexample as the source of a test that calls `explore(replaying:)`, and fails as long as the order leads to this
    /// situation.
    ///
    /// ```swift
    /// @Test func `charged at most once, replayed`() async {
    ///     await explore(
    ///         Checkout(),
    ///         initialState: Checkout.State(attempt: 0),
    ///         world: Bank(charges: 0),
    ///         replaying: [
    ///             .send(.pay),
    ///             .answer("charge 1", with: BankAnswer.charged),
    ///             …
    /// ```
    /// Like `testSource`, it names effects by the names that their reducer gives them.
    ///
    /// - Parameters:
    ///   - reducer: How the reducer is written in the test; by default the type that has the state in it, without parameters.
    ///   - configure: A function that sets the dependencies, as it is written in the test; it gets them `inout`, and the
    ///     world if there is one.
    /// - Returns: The source of the test.
    public func replaySource(reducer: String? = nil, dependencies configure: String? = nil) -> String {
        let steps = trace.enumerated().map { index, step in
            "\(replayed(step, index < durations.count ? durations[index] : nil)),\n"
        }
        let isOther =
            ["$0.state != \(SourceWriter.source(of: state))"]
            + (hasWorld ? ["$0.world != \(SourceWriter.source(of: world))"] : [])
        var arguments = [
            reducer ?? self.reducer, "initialState: \(SourceWriter.source(of: initial.state))",
        ]
        if hasWorld { arguments.append("world: \(SourceWriter.source(of: initial.world))") }
        arguments.append("replaying: [\n\(steps.joined().indented(by: 4))]")
        arguments.append(
            """
            properties: [
                .always(\(String(reflecting: property))) {
                    \(isOther.joined(separator: "\n            || "))
                }
            ]
            """
        )
        if let configure {
            arguments.append("dependencies: { \(configure)(&$0\(hasWorld ? ", $1" : "")) }")
        }
        return """
            @Test func `\(property), replayed`() async {
                await explore(
            \(arguments.joined(separator: ",\n").indented(by: 8))
                )
            }
            """
    }

    private func replayed(_ step: TracedStep<State, Action, WorldValue>, _ duration: Duration?) -> String {
        switch step.kind {
        case .send(let action): SourceWriter.call(".send", [SourceWriter.source(of: action)])
        case .answer(let question, _) where question.isTime: ".pass(\(source(of: duration ?? .zero)))"
        case .answer(let question, let answer):
            ".answer(\(SourceWriter.source(of: question.title.base)), with: \(typed(answer.base)))"
        case .proceed: ".resume(\(step.name.map { String(reflecting: $0) } ?? ""))"
        }
    }

    /// The reducer, as a test writes it.
    private var reducer: String {
        SourceWriter.name(of: State.self).split(separator: ".").dropLast().joined(separator: ".") + "()"
    }

    private var hasWorld: Bool { !(world is NoWorld) }

    private func source(
        of step: TracedStep<State, Action, WorldValue>,
        _ duration: Duration?,
        from state: State
    ) -> [String] {
        var lines: [String] = []
        var before = state
        var rest = step.reduced[...]
        func expectation(_ call: String, _ after: State) -> String {
            defer { before = after }
            guard before != after else { return "await store.\(call)" }
            let changes = SourceWriter.changes(from: before, to: after, at: "$0").joined(separator: "\n")
            return "await store.\(call) {\n\(changes.indented(by: 4))\n}"
        }
        switch step.kind {
        case .send(let action):
            let sent = rest.popFirst()
            lines.append(expectation("send(\(SourceWriter.source(of: action)))", sent?.state ?? state))
        case .answer(let question, _) where question.isTime:
            lines.append("await store.pass(\(source(of: duration ?? .zero)))")
        case .answer(let question, let answer):
            lines.append(
                "await store.answer(\(SourceWriter.source(of: question.title.base)), with: \(typed(answer.base)))"
            )
        case .proceed:
            if rest.isEmpty { lines.append("// \(step.words).") }
        }
        let name = step.name.map { ", from: \(String(reflecting: $0))" } ?? ""
        if case .send = step.kind {
        } else if let first = rest.popFirst() {
            lines.append(expectation("receive(\(SourceWriter.source(of: first.action))\(name))", first.state))
        }
        for next in rest {
            lines.append(expectation("receive(\(SourceWriter.source(of: next.action)))", next.state))
        }
        return lines
    }

    /// A value with its type, if the context does not determine it.
    private func typed(_ value: Any) -> String {
        let source = SourceWriter.source(of: value)
        return source.hasPrefix(".") ? SourceWriter.name(of: type(of: value)) + source : source
    }

    private func source(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return ".seconds(\(seconds))" }
        return ".nanoseconds(\(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))"
    }
}
