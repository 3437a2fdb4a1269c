// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Session files of Redux DevTools.
enum SessionFile {
    /// How large a file may be, in bytes.
    static let largest = 64 << 20

    /// Writes actions of a history and the states after them.
    ///
    /// - Parameters:
    ///   - history: The actions.
    ///   - range: The numbers of the first and the last; without it, those whose states are kept.
    ///   - limit: How many values it may have.
    /// - Returns: The session; `bytes` writes it, on no store's actor.
    /// - Throws: If a state is not kept, or the file became too large.
    nonisolated(nonsending) static func write<State, Action>(
        _ history: History<State, Action>,
        _ range: ClosedRange<Int>?,
        values limit: Int = 2_000_000
    ) async throws -> JSON {
        let entries = history.entries
        var pauses = Pauses()
        let first = range == nil ? max(0, entries.count - history.limits.states) : 0
        let indices = (first..<max(first, entries.count)).filter {
            range?.contains(entries[$0].number) ?? true
        }
        var values = SessionValue(limit: limit)
        let start = try indices.first.map { try history.state(before: entries[$0].number) } ?? history.base
        let initial = try await values.slowJSON(of: start)
        var actions: [JSON.Fields.Field] = [
            field("0", lifted(["type": "@@INIT"], at: entries.first.map(\.time) ?? 0, stack: nil))
        ]
        var computed: [JSON] = [["state": initial]]
        for (id, index) in indices.enumerated() {
            let entry = entries[index]
            try await pauses.pause()
            // By its number, because the oldest actions may be dropped meanwhile.
            let place = try history.entry(entry.number)
            let action = try await action(history, place, &values)
            actions.append(
                field("\(id + 1)", lifted(action, at: entry.time, stack: history.site(at: place)))
            )
            // In this format, a skipped action repeats the state before it.
            var state: JSON = ["state": try await values.slowJSON(of: try history.state(after: entry.number))]
            if entry.isSkipped, let former = computed.last { state = former }
            if let error = entry.error { state["error"] = .string(error) }
            computed.append(state)
            guard !values.isExhausted else {
                throw InspectorFault("That is more than a session file can hold; choose fewer actions.")
            }
        }
        let skipped = indices.enumerated().filter { entries[$1].isSkipped }.map { $0.offset + 1 }
        return [
            "actionsById": .object(JSON.Fields(list: actions)), "nextActionId": .integer(indices.count + 1),
            "stagedActionIds": JSON(Array(0...indices.count)), "skippedActionIds": JSON(skipped),
            "committedState": initial, "currentStateIndex": .integer(indices.count),
            "computedStates": .array(computed), "isLocked": false, "isPaused": false, "monitorState": [:],
        ]
    }

    /// The bytes of a session.
    @concurrent
    static func bytes(of session: JSON) async throws(InspectorFault) -> [UInt8] {
        var bytes: [UInt8] = []
        session.write(to: &bytes)
        guard bytes.count <= largest else {
            throw InspectorFault("The session would have \(bytes.count >> 20) MB; choose fewer actions.")
        }
        return bytes
    }

    private static func field(_ name: String, _ value: JSON) -> JSON.Fields.Field {
        .init(name: name, value: value)
    }

    private static func lifted(_ action: JSON, at time: Int, stack: String?) -> JSON {
        let lifted: JSON = ["type": "PERFORM_ACTION", "action": action, "timestamp": .integer(time)]
        guard let stack else { return lifted }
        return lifted.with("stack", .string("Error\n    at effect (\(stack))"))
    }

    private nonisolated(nonsending) static func action<State, Action>(
        _ history: History<State, Action>,
        _ index: Int,
        _ values: inout SessionValue
    ) async throws -> JSON {
        let entry = history.entries[index]
        // An imported action is written as it was.
        if let foreign = entry.action as? JSON, foreign["type"]?.string != nil { return foreign }
        var action: JSON = [
            "type": .string(history.title(at: index).title.split(separator: ".").joined(separator: "/"))
        ]
        action["payload"] = try await values.slowJSON(of: entry.action)
        var more: JSON = [
            "number": .integer(entry.number), "origin": .string("\(entry.origin)"),
            "turn": .integer(entry.turn),
        ]
        if let cause = entry.cause { more["cause"] = .integer(cause) }
        if let note = history.notes[entry.number] { more["note"] = .string(note) }
        action["tributary"] = more
        return action
    }
}
