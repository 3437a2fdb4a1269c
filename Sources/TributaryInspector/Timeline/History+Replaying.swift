// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Lets an actor do its own work while a question takes long.
struct Pauses {
    private var began = ContinuousClock.now

    /// How long a question may keep an actor at a time.
    @TaskLocal static var longest = Duration.milliseconds(10)

    /// Pauses if the question has kept the actor for long.
    ///
    /// A sleep and no yield: an event loop that drains its queue would not get to its other sources.
    ///
    /// - Throws: `CancellationError`.
    nonisolated(nonsending) mutating func pause() async throws {
        guard began.duration(to: .now) >= Self.longest else { return }
        try await Task.sleep(for: .milliseconds(1))
        began = .now
    }
}

extension History {
    func replayerOrFault() throws(InspectorFault) -> (State) -> Replayer<State, Action> {
        guard let makeReplayer else { throw InspectorFault("The reducer is not known. \(advice)") }
        return makeReplayer
    }

    /// Visits the entries from a place on, each with the states before and after it, as long as the closure returns `true`.
    ///
    /// States that are not kept are replayed, each action once. Actions that are added meanwhile are not visited.
    nonisolated(nonsending) func visit(
        from first: Int,
        _ body: (Int, HistoryEntry<State, Action>, _ before: State, _ after: State) throws -> Bool
    ) async throws {
        guard first < entries.count else { return }
        let entries = entries
        var state = first == 0 ? base : try state(at: first - 1)
        var replayer: Replayer<State, Action>?
        var pauses = Pauses()
        for index in first..<entries.count {
            let (entry, before) = (entries[index], state)
            if let kept = entry.state {
                (state, replayer) = (kept, nil)
            } else if !entry.isSkipped {
                guard let makeReplayer else { throw notKept(entry.number) }
                let living = replayer ?? makeReplayer(state)
                living.reduce(entry.action, as: entry.recorded)
                (state, replayer) = (living.state, living)
            }
            guard try body(index, entry, before, state) else { return }
            try await pauses.pause()
        }
    }

    /// The first place from which on all states are known.
    var firstKnown: Int {
        guard makeReplayer == nil else { return 0 }
        return entries.lastIndex { $0.state == nil && !$0.isSkipped }.map { min($0 + 2, entries.count) } ?? 0
    }

    /// A copy of the history whose actions were left out, added or put in another order, and reduced again.
    ///
    /// - Parameters:
    ///   - skipped: The numbers of those that are left out; they stay in the list.
    ///   - moves: The actions to move, one after the other.
    ///   - order: The numbers of those that come first, in their order.
    ///   - insertions: Actions that are added.
    /// - Returns: The copy.
    /// - Throws: If the reducer is not known, or an action is not there.
    nonisolated(nonsending) func whatIf(
        skipping skipped: Set<Int>,
        moves: [Question.Move] = [],
        order: [Int] = [],
        inserting insertions: [Question.Insertion] = []
    ) async throws -> History {
        let makeReplayer = try replayerOrFault()
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
        for (offset, insertion) in insertions.enumerated() {
            let action = try TypedAction<Action>.action(insertion.text)
            let place = insertion.before.flatMap { before in entries.firstIndex { $0.number == before } }
            let neighbor = place.map { entries[$0] } ?? entries.last
            entries.insert(
                HistoryEntry(
                    number: last + 1 + offset,
                    cause: nil,
                    origin: .store,
                    action: action,
                    turn: neighbor?.turn ?? turn,
                    time: neighbor?.time ?? 0
                ),
                at: place ?? entries.count
            )
        }
        copy.isReordered = !order.isEmpty || !moves.isEmpty || !insertions.isEmpty
        copy.notes = notes
        let replayer = makeReplayer(base)
        var pauses = Pauses()
        for var entry in entries {
            entry.isSkipped = skipped.contains(entry.number)
            if !entry.isSkipped { replayer.reduce(entry.action, as: entry.recorded) }
            entry.state = replayer.state
            copy.append(entry)
            try await pauses.pause()
        }
        copy.skipped = copy.entries.filter(\.isSkipped).map(\.number)
        return copy
    }

    /// Compares with a replay in which actions are left out or added: the first action after which the states differ, and
    /// the differences at the end.
    nonisolated(nonsending) func wouldDiffer(
        skipping skipped: Set<Int>,
        inserting insertions: [Question.Insertion],
        at path: ValuePath
    ) async throws -> Answer {
        let last = entries.last?.number
        let copy = try await whatIf(skipping: skipped, inserting: insertions)
        let number = try await copy.difference(from: self)
        let part = { (state: State?) in state.flatMap { ReflectedValue.find(path, in: $0)?.value.value } }
        let (old, new) = (part(try last.map { try state(after: $0) }), part(copy.entries.last?.state))
        guard let old, let new else {
            let node = { (value: Any?) in value.map { ReflectedValue($0).node(depth: 0) } }
            guard (old == nil) != (new == nil) else {
                return .wouldDiffer(number: number, changes: [], more: false)
            }
            let kind: ValueChange.Kind = old == nil ? .added : .removed
            let change = ValueChange(path: [], label: "", kind: kind, before: node(old), after: node(new))
            return .wouldDiffer(number: number, changes: [change], more: false)
        }
        guard
            case .difference(let changes, let isMore) = Self.answer(
                ValueDifference(from: old, to: new, limit: 100)
            )
        else { return .done }
        return .wouldDiffer(number: number, changes: changes, more: isMore)
    }

    /// The first action after which the states are not those of another history, among those that are kept.
    nonisolated(nonsending) func difference(from other: History) async throws -> Int? {
        var pauses = Pauses()
        let entries = entries
        for entry in entries {
            try await pauses.pause()
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
