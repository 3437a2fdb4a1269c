// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryLog

/// A running store, or a history that is only read.
protocol InspectedStore: Sendable {
    /// Answers a question.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - copy: Which copy of the history it is about; `nil` for the store.
    ///   - newName: The name of a new copy.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    func answer(_ question: Question, about copy: String?, newName: String) async throws -> Answer

    /// The summary of the store or of a copy; `nil` when it is gone.
    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind, copy: String?) async
        -> StoreSummary?

    /// A session of the actions.
    func session(_ range: ClosedRange<Int>?, of copy: String?) async throws -> JSON

    /// Reads a log of the store as a copy.
    func importLog(_ log: LogSession, as name: String) async throws

    /// Indexes the actions in the background, for later questions.
    func index() async

    /// Forgets a copy.
    func drop(_ copy: String) async

    /// Looks no more.
    func end() async
}

/// A store of the program, reached on its own actor.
struct LivingStore<State, Action>: InspectedStore {
    /// Works with a machine on the actor of its store; work that takes long pauses.
    typealias Work = nonisolated(nonsending) @Sendable (Machine<State, Action>) async throws -> any Sendable

    /// Answers questions about the history; `nil` if the reducer is not known.
    let reader: (any InspectedStore)?

    /// Does work; returns `nil` when the store is gone.
    let access: @Sendable (@escaping Work) async throws -> (any Sendable)?

    private func perform<Result: Sendable>(
        _ work:
            nonisolated(nonsending) @escaping @Sendable (
                Timeline<State, Action>, Machine<State, Action>
            ) async throws -> Result
    ) async throws -> Result {
        let result = try await access { machine in
            guard let timeline = machine.inspections.lazy.compactMap({ $0 as? Timeline<State, Action> }).first
            else {
                throw InspectorFault("The inspector looks no more.")
            }
            return try await work(timeline, machine)
        }
        guard let result = result as? Result else { throw InspectorFault("The store is gone.") }
        return result
    }

    /// The reader of the store's history, once that has everything.
    private func reader() async throws -> (any InspectedStore)? {
        guard let reader else { return nil }
        while true {
            let (delivery, isLast) = try await perform { $0.deliver($1) }
            await delivery.value
            if isLast { return reader }
        }
    }

    func answer(_ question: Question, about copy: String?, newName: String) async throws -> Answer {
        if copy != nil || !question.concernsStore, let reader = try await reader() {
            return try await reader.answer(question, about: copy, newName: newName)
        }
        return try await perform { try await $0.answer(question, about: copy, newName: newName, $1) }
    }

    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind, copy: String?) async
        -> StoreSummary?
    {
        guard copy == nil else { return await reader?.summary(store, name, kind: kind, copy: copy) }
        return try? await perform { $0.summary(store, name, kind: kind, of: $1) }
    }

    func session(_ range: ClosedRange<Int>?, of copy: String?) async throws -> JSON {
        if let reader = try await reader() { return try await reader.session(range, of: copy) }
        return try await perform { timeline, _ in
            try await SessionFile.write(try timeline.histories.shown(copy), range)
        }
    }

    func importLog(_ log: LogSession, as name: String) async throws {
        guard let reader else {
            throw InspectorFault("An export of a journal holds actions. \(History<State, Action>.advice)")
        }
        try await reader.importLog(log, as: name)
    }

    func index() async { await (try? reader())?.index() }

    func drop(_ copy: String) async { await reader?.drop(copy) }

    func end() async {
        try? await perform { timeline, machine in machine.inspections.removeAll { $0 === timeline } }
    }
}

/// Gives the entries of a store to a reader on an actor of its own, where questions hold up no program.
struct Following<State, Action> {
    let reader: any InspectedStore
    let makeReplayer: @Sendable (State) -> Replayer<State, Action>

    /// Makes a closure that gives an update to the reader.
    let delivery: (HistoryUpdate<State, Action>) -> @Sendable () async -> Void

    init<R: Reducer<State, Action>>(
        _ machine: Machine<State, Action>,
        _ limits: InspectorLimits,
        _ reducer: @escaping @Sendable () -> R
    ) where State: Sendable, Action: Sendable {
        let dependencies = machine.dependencies
        let makeReplayer: @Sendable (State) -> Replayer<State, Action> = { state in
            Replayer(initialState: state, reducer: reducer, dependencies: { $0 = dependencies })
        }
        self.makeReplayer = makeReplayer
        let reader = ReadHistory(
            History<State, Action>(base: machine.state, number: 0, limits: limits, makeReplayer: makeReplayer)
        )
        self.reader = reader
        delivery = { update in { await reader.take(update) } }
    }
}

/// A history that is only read, on an actor of its own.
actor ReadHistory<State, Action>: InspectedStore {
    private let histories: Histories<State, Action>

    /// The newest state of a store that is followed.
    private var newest: State?
    private var isIndexing = false

    init(_ history: sending History<State, Action>) { histories = Histories(history) }

    /// Takes the newest entries of a store.
    func take(_ update: HistoryUpdate<State, Action>) {
        histories.history.take(update)
        if let rest = update.rest { newest = rest.now }
        if histories.history.isIndexedInBackground { index() }
    }

    func index() {
        for history in histories.all { history.isIndexedInBackground = true }
        guard !isIndexing else { return }
        isIndexing = true
        Task { [weak self] in while await self?.indexSome() == true {} }
    }

    /// Indexes some more; whether there is more.
    private func indexSome() async -> Bool {
        for history in histories.all where history.isIndexedInBackground {
            for kind in [History<State, Action>.IndexKind.changes, .titles]
            where (try? await history.indexSome(kind)) == true { return true }
        }
        isIndexing = false
        return false
    }

    func answer(_ question: Question, about copy: String?, newName: String) async throws -> Answer {
        let history = histories.history
        let now = { self.newest ?? history.entries.last?.state ?? history.base }
        defer { if history.isIndexedInBackground { index() } }
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

    func importLog(_ log: LogSession, as name: String) async throws {
        let history = histories.history
        guard let makeReplayer = history.makeReplayer else {
            throw InspectorFault("Select the store whose journal exported it, and import it there.")
        }
        histories.copies[name] = try await JournalHistory.read(
            log,
            log.name,
            limits: history.limits,
            makeReplayer: makeReplayer
        )
    }

    func drop(_ copy: String) { histories.copies[copy] = nil }

    func end() {}
}
