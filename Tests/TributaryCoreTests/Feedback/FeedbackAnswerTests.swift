// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// The actions and errors of a feedback, and waiting for it.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct FeedbackAnswerTests {}

extension FeedbackAnswerTests {
    private struct Failure: Error {}

    private struct State: Equatable {
        var query: Int?
        var answers: [String] = []
    }
    private enum Action: Sendable { case ask(Int?), answer(String) }

    private static func reduce(_ state: inout State, _ action: Action) {
        switch action {
        case .ask(let query): state.query = query
        case .answer(let answer): state.answers.append(answer)
        }
    }

    @Test func `the task of the action that set the query waits for the answer`() async {
        let store = Store(initialState: State()) {
            Update(Self.reduce).feedback(\.query) { query, send in await send(.answer("\(query)")) }
        }
        await store.send(.ask(1)).finish()
        await store.send(.ask(1)).finish()
        await store.send(.ask(2)).finish()
        #expect(store.answers == ["1", "2"])
    }

    @Test func `a query that is answered runs again when it changes, also back`() async {
        let store = Store(initialState: State()) {
            Update(Self.reduce).feedback(\.query) { query, send in await send(.answer("\(query)")) }
        }
        await store.send(.ask(1)).finish()
        await store.send(.ask(nil)).finish()
        await store.send(.ask(1)).finish()
        #expect(store.answers == ["1", "1"])
    }

    @Test func `an answer that changes the query starts the next one`() async {
        let store = Store(initialState: State()) {
            Update { (state: inout State, action: Action) in
                Self.reduce(&state, action)
                if case .answer = action, let query = state.query {
                    state.query = query < 100 ? query + 1 : nil
                }
            }
            .feedback(\.query) { query, send in await send(.answer("\(query)")) }
        }
        await store.send(.ask(1)).finish()
        #expect(store.answers == (1...100).map(String.init))
    }

    @Test func `cancelling the task of an action leaves the feedback to the state`() async {
        let gate = Gate()
        let store = Store(initialState: State()) {
            Reduce { (state: inout State, action: Action) in
                Self.reduce(&state, action)
                guard case .answer("feedback") = action else { return .none }
                return .run { send in await send(.answer("effect")) }
            }
            .feedback(\.query) { _, send in
                try await gate.wait()
                await send(.answer("feedback"))
            }
        }
        let task = store.send(.ask(1))
        await gate.arrival()
        task.cancel()
        #expect(task.isCancelled)
        gate.open()
        for await answers in store.values(\.answers) where answers.count == 2 { break }
        #expect(store.answers == ["feedback", "effect"])
    }

    @Test func `an error is caught by the feedback's own closure`() async {
        let store = Store(initialState: State()) {
            Update(Self.reduce)
                .feedback(\.query) { _, _ in
                    throw Failure()
                } catch: { error, send in
                    await send(.answer("\(error)"))
                }
        }
        await store.send(.ask(1)).finish()
        #expect(store.answers == ["Failure()"])
    }

    @Test func `an error that is not caught is a diagnostic with the feedback's place`() async {
        let diagnostics = DiagnosticRecorder()
        let line: UInt = #line + 2
        let store = Store(initialState: State()) {
            Update(Self.reduce).feedback(\.query) { _, _ in throw Failure() }
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        await store.send(.ask(1)).finish()
        #expect(diagnostics.identifiers == [.uncaughtEffectError])
        #expect(diagnostics.diagnostics.first?.site == SourceSite(fileID: #fileID, line: line))
    }

    @Test func `an error of a feedback that was cancelled is no diagnostic`() async {
        let diagnostics = DiagnosticRecorder()
        let gate = Gate()
        let store = Store(initialState: State()) {
            Update(Self.reduce).feedback(\.query) { _, _ in try await gate.wait() }
        } dependencies: {
            $0.diagnosticReporter = diagnostics.reporter
        }
        let task = store.send(.ask(1))
        await gate.arrival()
        store.send(.ask(nil))
        await task.finish()
        #expect(diagnostics.identifiers.isEmpty)
    }

    @Test func `actions of an older run are dropped after the newer one has started`() async {
        let gates = [Gate(), Gate()]
        let store = Store(initialState: State()) {
            Update(Self.reduce)
                .feedback(\.query) { query, send in
                    // Continues although it was cancelled.
                    try? await gates[query].wait()
                    await send(.answer("\(query)"))
                }
        }
        let first = store.send(.ask(0))
        await gates[0].arrival()
        let second = store.send(.ask(1))
        await gates[1].arrival()
        gates[0].open()
        await first.finish()
        #expect(store.answers == [])
        gates[1].open()
        await second.finish()
        #expect(store.answers == ["1"])
    }

    @Test func `a feedback starts after the turn's actions, and sends in a turn of its own`() async {
        let store = Store(initialState: State()) {
            Reduce { (state: inout State, action: Action) in
                Self.reduce(&state, action)
                return if case .ask = action { .send(.answer("in turn")) } else { .none }
            }
            .feedback(\.query) { query, send in await send(.answer("feedback")) }
        }
        var turns: [[String]] = []
        let token = store.observe(\.answers) { turns.append($0) }
        await store.send(.ask(1)).finish()
        #expect(turns == [[], ["in turn"], ["in turn", "feedback"]])
        withExtendedLifetime(token) {}
    }

    @Test func `a query may be no optional: then it always runs`() async {
        let store = Store(initialState: State()) {
            Update(Self.reduce).feedback(\.answers.count) { count, send in
                if count < 3 { await send(.answer("\(count)")) }
            }
        }
        for await answers in store.values(\.answers) where answers.count == 3 { break }
        #expect(store.answers == ["0", "1", "2"])
    }
}
