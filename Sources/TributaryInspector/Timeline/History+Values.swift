// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension History {
    /// What a request is about: the state after an action, before it, the action itself, or the newest state.
    private func subject(_ request: JSON, now: () -> State) throws(InspectorFault) -> Any {
        if request["of"]?.string == "now" { return now() }
        guard let number = request["number"]?.integer else { return now() }
        return switch request["of"]?.string {
        case "action": entries[try entry(number)].action
        case "before": try state(before: number)
        default: try state(after: number)
        }
    }

    /// A part of a value.
    func value(_ request: JSON, now: () -> State) throws(InspectorFault) -> JSON {
        let whole = try subject(request, now: now)
        let found = ReflectedValue.find(request["path"]?.strings ?? [], in: whole)
        let node = found?.node(
            depth: max(0, min(5, request["depth"]?.integer ?? 1)),
            from: max(0, request["from"]?.integer ?? 0),
            count: max(0, min(1_000, request["count"]?.integer ?? 100))
        )
        return ["node": node ?? .null]
    }

    /// The whole text at a path.
    func text(_ request: JSON, now: () -> State) throws(InspectorFault) -> JSON {
        let whole = try subject(request, now: now)
        guard let found = ReflectedValue.find(request["path"]?.strings ?? [], in: whole) else {
            throw InspectorFault("There is nothing at this path.")
        }
        let (text, isCut) = found.value.wholeText(limit: 100_000)
        return ["text": .string(text), "more": .boolean(isCut)]
    }

    /// Several parts of one state.
    func pinned(_ request: JSON, now: () -> State) throws(InspectorFault) -> JSON {
        let state = try subject(request, now: now)
        let nodes = (request["paths"]?.array ?? []).prefix(100)
            .map { path in ReflectedValue.find(path.strings ?? [], in: state)?.node(depth: 0) ?? .null }
        return ["nodes": .array(nodes)]
    }

    /// What an action changed, or what differs from the state after another one.
    func difference(_ request: JSON) throws(InspectorFault) -> JSON {
        guard let number = request["number"]?.integer else { throw InspectorFault("Which action?") }
        let after = try state(after: number)
        var before = after
        if let other = request["against"]?.integer {
            before = try state(after: other)
        } else if number != baseNumber || index(of: number) != nil {
            before = try state(before: number)
        }
        return Self.json(ValueDifference(from: before, to: after, limit: Self.limit(request)))
    }

    static func limit(_ request: JSON) -> Int { max(1, min(2_000, request["limit"]?.integer ?? 300)) }

    static func json(_ difference: ValueDifference) -> JSON {
        [
            "changes": .array(
                difference.changes.map { change in
                    let node = { (value: Any?) -> JSON in
                        value.map { ReflectedValue($0).node(step: "", label: "", depth: 0) } ?? .null
                    }
                    return [
                        "path": .array(change.path.map(JSON.string)), "label": .string(change.label),
                        "kind": .string(change.kind.rawValue), "before": node(change.before),
                        "after": node(change.after),
                    ]
                }
            ),
            "more": .boolean(difference.isCut),
        ]
    }

    /// A copy of the history whose actions were left out or put in another order, and reduced again.
    ///
    /// - Parameters:
    ///   - skipped: The numbers of those that are left out; they stay in the list.
    ///   - moves: What is put before what, one after the other.
    ///   - order: The numbers of those that come first, in their order.
    /// - Returns: The copy.
    /// - Throws: If the reducer is not known, or an action is not there.
    func whatIf(
        skipping skipped: Set<Int>,
        moves: [(number: Int, before: Int?)],
        order: [Int]
    ) throws(InspectorFault) -> History {
        guard let makeReplayer else {
            throw InspectorFault(
                """
                The inspector does not know the reducer. Give it, as in “Inspector.serve(store, name: …) { App() }”, and \
                actions can be left out and put in another order.
                """
            )
        }
        let copy = History(
            base: base,
            number: baseNumber,
            limits: limits,
            makeReplayer: makeReplayer
        )
        var entries = entries
        if !order.isEmpty {
            let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
            // Stable, so that the others keep their order.
            entries =
                entries.filter { places[$0.number] != nil }
                .sorted { (places[$0.number] ?? 0) < (places[$1.number] ?? 0) }
                + entries.filter { places[$0.number] == nil }
        }
        for move in moves {
            guard let from = entries.firstIndex(where: { $0.number == move.number }) else {
                throw InspectorFault("There is no action \(move.number) any more.")
            }
            let moved = entries.remove(at: from)
            let place = move.before.flatMap { before in entries.firstIndex { $0.number == before } }
            entries.insert(moved, at: place ?? entries.count)
        }
        copy.isReordered = !order.isEmpty || !moves.isEmpty
        let replayer = makeReplayer(base)
        for var entry in entries {
            entry.isSkipped = skipped.contains(entry.number)
            if !entry.isSkipped { replayer.reduce(entry.action, as: entry.recorded) }
            entry.state = replayer.state
            copy.append(entry)
        }
        copy.skipped = copy.entries.filter(\.isSkipped).map(\.number)
        copy.notes = notes
        return copy
    }
}
