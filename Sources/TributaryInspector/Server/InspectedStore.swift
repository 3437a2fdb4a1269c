// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog

/// A store that can be asked, or a history that is only read.
protocol InspectedStore: Sendable {
    /// Answers a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - copy: Which copy of the history it is about; `nil` for the store.
    ///   - newName: What a new copy is called.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    func answer(_ question: Question, about copy: String?, newName: String) async throws -> Answer

    /// What is shown of the store or of a copy as a whole; `nil` when it is gone.
    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind, copy: String?) async
        -> StoreSummary?

    /// A session of the actions.
    func session(_ range: ClosedRange<Int>?, of copy: String?) async throws -> JSON

    /// Reads a log of the store as a copy.
    func importLog(_ log: LogSession, as name: String) async throws

    /// Forgets a copy.
    func drop(_ copy: String) async

    /// Looks no more.
    func end() async
}

/// A store of the program, reached on its own actor.
struct LivingStore<State, Action>: InspectedStore {
    /// Works with a machine on the actor of its store; work that takes long pauses.
    typealias Work = nonisolated(nonsending) @Sendable (Machine<State, Action>) async throws -> any Sendable

    /// Does work; returns `nil` when the store is gone.
    let access: @Sendable (@escaping Work) async throws -> (any Sendable)?

    private func perform<Result: Sendable>(
        _ work:
            nonisolated(nonsending) @escaping @Sendable (
                Timeline<State, Action>, Machine<State, Action>
            ) async throws -> Result
    ) async throws -> Result {
        let result = try await access { machine in
            guard let timeline = machine.inspector as? Timeline<State, Action> else {
                throw InspectorFault("The inspector looks no more.")
            }
            return try await work(timeline, machine)
        }
        guard let result = result as? Result else { throw InspectorFault("The store is gone.") }
        return result
    }

    func answer(_ question: Question, about copy: String?, newName: String) async throws -> Answer {
        try await perform { try await $0.answer(question, about: copy, newName: newName, $1) }
    }

    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind, copy: String?) async
        -> StoreSummary?
    {
        try? await perform { timeline, machine in
            copy == nil
                ? timeline.summary(store, name, kind: kind, of: machine)
                : try timeline.histories.shown(copy).summary(store, name, kind: kind)
        }
    }

    func session(_ range: ClosedRange<Int>?, of copy: String?) async throws -> JSON {
        try await perform { timeline, _ in
            try await SessionFile.write(try timeline.histories.shown(copy), range)
        }
    }

    func importLog(_ log: LogSession, as name: String) async throws {
        try await perform { timeline, _ in
            let history = timeline.history
            guard let makeReplayer = history.makeReplayer else {
                throw InspectorFault("An export of a journal holds actions. \(history.advice)")
            }
            timeline.histories.copies[name] = try await JournalHistory.read(
                log,
                log.name,
                limits: history.limits,
                makeReplayer: makeReplayer
            )
        }
    }

    func drop(_ copy: String) async {
        try? await perform { timeline, _ in timeline.histories.copies[copy] = nil }
    }

    func end() async { try? await perform { _, machine in machine.endInspection() } }
}

/// A history that is only read, on an actor of its own.
actor ReadHistory<State, Action>: InspectedStore {
    private let histories: Histories<State, Action>

    init(_ history: sending History<State, Action>) { histories = Histories(history) }

    func answer(_ question: Question, about copy: String?, newName: String) async throws -> Answer {
        let history = histories.history
        let now = { history.entries.last?.state ?? history.base }
        guard let answer = try await histories.answer(question, about: copy, newName: newName, now: now)
        else {
            throw InspectorFault("This is only shown; it is no store.")
        }
        return answer
    }

    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind, copy: String?) -> StoreSummary? {
        try? histories.shown(copy).summary(store, name, kind: kind)
    }

    func session(_ range: ClosedRange<Int>?, of copy: String?) async throws -> JSON {
        try await SessionFile.write(try histories.shown(copy), range)
    }

    func importLog(_ log: LogSession, as name: String) throws {
        throw InspectorFault("Select the store whose journal exported it, and import it there.")
    }

    func drop(_ copy: String) { histories.copies[copy] = nil }

    func end() {}
}
