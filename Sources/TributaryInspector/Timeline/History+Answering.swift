// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    /// Answers a question of the page; `nil` if it is none about a history.
    ///
    /// - Parameters:
    ///   - ask: What is asked.
    ///   - request: The whole question.
    ///   - now: The newest state.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    func answer(_ ask: String, _ request: JSON, now: () -> State) throws(InspectorFault) -> JSON? {
        switch ask {
        case "rows": rows(request)
        case "index": try place(request)
        case "action": try action(try Self.number(request), typed: TypedAction<Action>.text)
        case "effects": effects(request)
        case "graph": try graph(request)
        case "cases": cases()
        case "value": try value(request, now: now)
        case "text": try text(request, now: now)
        case "pinned": try pinned(request, now: now)
        case "difference": try difference(request)
        case "test": ["text": .string(try TestText(self, try Self.range(request)).text)]
        case "note": try note(request)
        default: nil
        }
    }

    static func number(_ request: JSON) throws(InspectorFault) -> Int {
        guard let number = request["number"]?.integer else { throw InspectorFault("Which action?") }
        return number
    }

    /// The actions from one to another.
    static func range(_ request: JSON) throws(InspectorFault) -> ClosedRange<Int> {
        let from = request["from"]?.integer ?? .min
        let to = request["to"]?.integer ?? .max
        guard from <= to else { throw InspectorFault("The range ends before it begins.") }
        return from...to
    }

    private func note(_ request: JSON) throws(InspectorFault) -> JSON {
        let number = try Self.number(request)
        _ = try entry(number)
        let text = String((request["text"]?.string ?? "").prefix(10_000))
        notes[number] = text.isEmpty ? nil : text
        return [:]
    }
}

extension Timeline {
    /// Answers a question of the page.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - copy: Which of the copies it is about; `nil` for the store.
    ///   - newName: What a new copy is called.
    ///   - machine: The machine of the store.
    /// - Returns: The answer.
    /// - Throws: Why there is none.
    func answer(
        _ request: JSON,
        about copy: String?,
        newName: String,
        _ machine: Machine<State, Action>
    ) throws(InspectorFault) -> JSON {
        let ask = request["ask"]?.string ?? ""
        var shown = history
        if let copy {
            guard let found = copies[copy]?.history else { throw InspectorFault("This is gone.") }
            shown = found
        }
        if ask == "effects" || ask == "action" { machine.noteEndedEffects() }
        let now = { copy == nil ? machine.newestState : shown.entries.last?.state ?? shown.base }
        if let answer = try shown.answer(ask, request, now: now) {
            if ask == "note" { tell() }
            return answer
        }
        switch ask {
        case "whatIf":
            let copied = try whatIf(request, of: shown)
            if let former = request["replace"]?.string { copies[former] = nil }
            let name = request["name"]?.string ?? "What if"
            copies[newName] = Copy(kind: "whatif", name: name, history: copied)
            return ["store": .string(newName), "differs": JSON(copied.difference(from: shown))]
        case "compare": return try compare(request, shown)
        default: break
        }
        guard copy == nil else { throw InspectorFault("This is only shown; it is no store.") }
        return try command(ask, request, machine)
    }

    private func command(_ ask: String, _ request: JSON, _ machine: Machine<State, Action>)
        throws(InspectorFault)
        -> JSON
    {
        switch ask {
        case "comeBack", "commit": break
        default: if isClosed { throw InspectorFault("The store is closed.") }
        }
        switch ask {
        case "travel": try travel(to: try History<State, Action>.number(request), machine)
        case "comeBack": comeBack(machine)
        case "stay": try stay(machine)
        case "commit": commit(machine)
        case "revert": try revert(machine)
        case "reset": try reset(machine)
        case "send":
            let action = try TypedAction<Action>.action(request["text"]?.string ?? "")
            let before = history.last
            machine.send(action)
            // While another state is shown, the action waits.
            return [
                "number": JSON(
                    history.last == before ? nil : history.entries.first { $0.number > before }?.number
                )
            ]
        default: throw InspectorFault("The inspector does not know “\(ask)”.")
        }
        return [:]
    }

    private func whatIf(_ request: JSON, of shown: History<State, Action>) throws(InspectorFault)
        -> History<State, Action>
    {
        let moves = (request["moves"]?.array ?? []).compactMap { move in
            move["number"]?.integer.map { (number: $0, before: move["before"]?.integer) }
        }
        return try shown.whatIf(
            skipping: Set(request["skip"]?.integers ?? []),
            moves: moves,
            order: request["order"]?.integers ?? []
        )
    }

    /// Compares a state with one of a copy.
    private func compare(_ request: JSON, _ shown: History<State, Action>) throws(InspectorFault) -> JSON {
        let number = try History<State, Action>.number(request)
        var other = history
        if let name = request["other"]?.string, let copy = copies[name]?.history { other = copy }
        let difference = ValueDifference(
            from: try shown.state(after: number),
            to: try other.state(after: request["otherNumber"]?.integer ?? number),
            limit: History<State, Action>.limit(request)
        )
        return History<State, Action>.json(difference)
    }
}

extension History {
    /// The first action after which the states are not those of another history, among those that are kept.
    func difference(from other: History) -> Int? {
        for entry in entries {
            guard let state = entry.state, let index = other.index(of: entry.number),
                let old = other.entries[index].state
            else { continue }
            let isDifferent =
                ValueDifference.areEqual(old, state).map { !$0 }
                ?? !ValueDifference(from: old, to: state, limit: 1).changes.isEmpty
            if isDifferent { return entry.number }
        }
        return nil
    }
}
