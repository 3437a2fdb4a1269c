// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// A store as those who serve it reach it, whatever its types and its actor.
protocol InspectedStore: Sendable {
    /// Answers a question of the page.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - copy: Which copy of the history it is about; `nil` for the store.
    ///   - newName: What a new copy is called.
    /// - Returns: The answer.
    /// - Throws: An `InspectorFault`.
    func answer(_ request: JSON, about copy: String?, newName: String) async throws -> JSON

    /// What is shown of the store or of a copy as a whole; `nil` when it is gone.
    func summary(_ store: String, _ name: String, kind: String, copy: String?) async -> JSON?

    /// The file of a session.
    func export(_ range: ClosedRange<Int>?, of copy: String?) async throws -> [UInt8]

    /// Reads what a journal exported, as a copy.
    func importJournal(_ bytes: [UInt8], as name: String) async throws

    /// Forgets a copy.
    func drop(_ copy: String) async

    /// Looks no more.
    func end() async
}

/// A store of the program.
struct LivingStore<State, Action>: InspectedStore {
    typealias Work<Result> = @Sendable (Machine<State, Action>) throws -> Result

    /// What may be done with a machine and its timeline, on the store's actor; `nil` when the store is gone.
    struct Access: Sendable {
        let answer: @Sendable (@escaping Work<JSON>) async throws -> JSON?
        let bytes: @Sendable (@escaping Work<[UInt8]>) async throws -> [UInt8]?
    }

    let access: Access

    private static func timeline(_ machine: Machine<State, Action>) throws(InspectorFault) -> Timeline<
        State, Action
    > {
        guard let timeline = machine.inspector as? Timeline<State, Action> else {
            throw InspectorFault("The inspector looks no more.")
        }
        return timeline
    }

    private static var gone: InspectorFault { InspectorFault("The store is gone.") }

    func answer(_ request: JSON, about copy: String?, newName: String) async throws -> JSON {
        let answer = try await access.answer { machine in
            try Self.timeline(machine).answer(request, about: copy, newName: newName, machine)
        }
        guard let answer else { throw Self.gone }
        return answer
    }

    func summary(_ store: String, _ name: String, kind: String, copy: String?) async -> JSON? {
        let answer = try? await access.answer { machine in
            let timeline = try Self.timeline(machine)
            guard let copy else { return timeline.summary(store, name, kind: kind, of: machine) }
            guard let shown = timeline.copies[copy] else { return .null }
            return shown.history.summary(store, name, kind: kind)
        }
        return answer.flatMap { $0.isNull ? nil : $0 }
    }

    func export(_ range: ClosedRange<Int>?, of copy: String?) async throws -> [UInt8] {
        let bytes = try await access.bytes { machine in
            let timeline = try Self.timeline(machine)
            return try SessionFile.write(
                copy.flatMap { timeline.copies[$0]?.history } ?? timeline.history,
                range
            )
        }
        guard let bytes else { throw Self.gone }
        return bytes
    }

    func importJournal(_ bytes: [UInt8], as name: String) async throws {
        let answer = try await access.answer { machine in
            let timeline = try Self.timeline(machine)
            let history: History<State, Action> = try JournalExport.read(
                bytes,
                limits: timeline.history.limits,
                makeReplayer: timeline.history.makeReplayer
            )
            timeline.copies[name] = Timeline.Copy(kind: "session", name: name, history: history)
            return [:]
        }
        guard answer != nil else { throw Self.gone }
    }

    func drop(_ copy: String) async {
        _ = try? await access.answer { machine in
            try Self.timeline(machine).copies[copy] = nil
            return .null
        }
    }

    func end() async {
        _ = try? await access.answer { machine in
            _ = try Self.timeline(machine)
            machine.endInspection()
            return .null
        }
    }
}

/// A session of a file, which is only read.
actor ReadSession: InspectedStore {
    private let history: History<JSON, JSON>

    init(_ bytes: [UInt8]) throws(InspectorFault) { history = try SessionFile.read(bytes) }

    func answer(_ request: JSON, about copy: String?, newName: String) throws -> JSON {
        let ask = request["ask"]?.string ?? ""
        let now = { [history] in history.entries.last?.state ?? history.base }
        if let answer = try history.answer(ask, request, now: now) { return answer }
        throw InspectorFault(
            ask == "whatIf"
                ? "A session of a file holds states and no reducer, so nothing can be left out or put elsewhere."
                : "This is only shown; it is no store."
        )
    }

    func summary(_ store: String, _ name: String, kind: String, copy: String?) -> JSON? {
        history.summary(store, name, kind: kind)
    }

    func export(_ range: ClosedRange<Int>?, of copy: String?) throws -> [UInt8] {
        try SessionFile.write(history, range)
    }

    func importJournal(_ bytes: [UInt8], as name: String) throws {
        throw InspectorFault("Select the store whose journal exported it, and import it there.")
    }

    func drop(_ copy: String) {}

    func end() {}
}
