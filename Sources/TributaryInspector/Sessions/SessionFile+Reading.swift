// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension SessionFile {
    /// Reads a session: its states are shown as they stand in the file, and nothing is reduced again.
    ///
    /// - Parameter bytes: The file: a lifted state, a list of actions, or an object with `payload` and `preloadedState`.
    /// - Returns: Its history.
    /// - Throws: Why it is none.
    static func read(_ bytes: [UInt8]) throws(InspectorFault) -> History<JSON, JSON> {
        let history = try readAny(bytes)
        history.advice = "A session of a file holds states and no reducer."
        return history
    }

    private static func readAny(_ bytes: [UInt8]) throws(InspectorFault) -> History<JSON, JSON> {
        guard bytes.count <= largest else {
            throw InspectorFault("The file has \(bytes.count >> 20) MB; at most \(largest >> 20) are read.")
        }
        let json: JSON
        do { json = try JSON(parsing: bytes) } catch {
            throw InspectorFault("The file is not whole, or no JSON: \(error).")
        }
        if json["actionsById"] != nil { return try readLifted(json) }
        if let payload = json["payload"] { return try readActions(payload, json["preloadedState"]) }
        if json.array != nil { return try readActions(json, nil) }
        throw InspectorFault("This is no session: it has no “actionsById”, and it is no list of actions.")
    }

    private static func readLifted(_ json: JSON) throws(InspectorFault) -> History<JSON, JSON> {
        guard case .object(let actions)? = json["actionsById"],
            let staged = json["stagedActionIds"]?.integers,
            let computed = json["computedStates"]?.array
        else {
            throw InspectorFault(
                "This is no whole session: “actionsById”, “stagedActionIds” or “computedStates” is missing."
            )
        }
        guard staged.count == computed.count, !staged.isEmpty else {
            throw InspectorFault(
                "The session has \(staged.count) actions and \(computed.count) states; one each was expected."
            )
        }
        let skipped = Set(json["skippedActionIds"]?.integers ?? [])
        let byID = Dictionary(actions.list.map { ($0.name, $0.value) }) { _, last in last }
        let history = History<JSON, JSON>(
            base: computed[0]["state"] ?? json["committedState"] ?? .null,
            number: staged[0],
            limits: InspectorLimits(actions: staged.count + 1, states: staged.count + 1),
            makeReplayer: nil
        )
        var known: Set<Int> = [staged[0]]
        for (id, state) in zip(staged, computed).dropFirst() {
            guard let lifted = byID["\(id)"], let action = lifted["action"] else {
                throw InspectorFault("The session has no action with the number \(id), which is in its list.")
            }
            guard known.insert(id).inserted else {
                throw InspectorFault("The action \(id) is in the list of the session twice.")
            }
            let more = action["tributary"]
            append(action, id, state, lifted, more, skipped.contains(id), to: history)
        }
        return history
    }

    private static func append(
        _ action: JSON,
        _ id: Int,
        _ state: JSON,
        _ lifted: JSON,
        _ more: JSON?,
        _ isSkipped: Bool,
        to history: History<JSON, JSON>
    ) {
        let origin: ActionOrigin =
            switch more?["origin"]?.string {
            case "effect": .effect
            case "reducer": .reducer
            default: .store
            }
        if id < history.last { history.isReordered = true }
        var entry = HistoryEntry<JSON, JSON>(
            number: id,
            cause: nil,
            origin: origin,
            action: action,
            turn: more?["turn"]?.integer ?? id,
            time: lifted["timestamp"]?.integer ?? 0,
            state: state["state"] ?? .null
        )
        entry.isSkipped = isSkipped
        entry.error = state["error"]?.string
        history.append(entry)
        if isSkipped { history.skipped.append(id) }
        if let note = more?["note"]?.string { history.notes[id] = note }
    }

    /// A list of actions without states; those are not made up.
    private static func readActions(_ list: JSON, _ preloaded: JSON?) throws(InspectorFault) -> History<
        JSON, JSON
    > {
        let actions = try unwrapped(list)
        guard let array = actions.array else {
            throw InspectorFault("This is no session: its “payload” is no list of actions.")
        }
        guard array.allSatisfy({ $0["type"]?.string != nil }) else {
            throw InspectorFault("This is no session: an action has no “type”.")
        }
        let base = try preloaded.map { value throws(InspectorFault) in try unwrapped(value) } ?? .null
        let history = History<JSON, JSON>(
            base: base,
            number: 0,
            limits: InspectorLimits(actions: array.count + 1, states: array.count + 1),
            makeReplayer: nil
        )
        for (index, action) in array.enumerated() {
            append(action, index + 1, ["state": "(the file holds no states)"], [:], nil, false, to: history)
        }
        return history
    }

    /// The JSON in a text, because those files contain JSON as texts.
    private static func unwrapped(_ value: JSON) throws(InspectorFault) -> JSON {
        guard let text = value.string else { return value }
        do { return try JSON(parsing: text.utf8) } catch {
            throw InspectorFault("The file is not whole: \(error).")
        }
    }
}
