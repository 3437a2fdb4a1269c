// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Lets an actor do its own work while a question takes long.
struct Pauses {
    private var began = ContinuousClock.now

    /// How long a question may keep an actor at a time.
    @TaskLocal static var longest = Duration.milliseconds(10)

    /// How long a question indexes at most if the index is not complete.
    @TaskLocal static var patience = Duration.milliseconds(50)

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

    /// Visits the entries at some places, each with the states before and after it, as long as the closure returns `true`.
    ///
    /// States that are not kept are replayed, each action once.
    ///
    /// - Throws: If a state is not known, or the history begins anew meanwhile.
    nonisolated(nonsending) func visit(
        _ places: Range<Int>,
        _ body: (_ place: Int, HistoryEntry<State, Action>, _ before: State, _ after: State) throws -> Bool
    ) async throws {
        var place = max(places.lowerBound, dropped)
        guard place < min(places.upperBound, entries.count + dropped) else { return }
        var state = place == dropped ? base : try state(at: place - dropped - 1)
        var replayer: Replayer<State, Action>?
        var pauses = Pauses()
        let generation = generation
        while place < places.upperBound {
            // A few at a time: a list that is held and changed is copied as a whole.
            let end = min(places.upperBound - dropped, entries.count, place - dropped + 512)
            for entry in Array(entries[(place - dropped)..<end]) {
                let before = state
                if let kept = entry.state {
                    (state, replayer) = (kept, nil)
                } else if !entry.isSkipped {
                    guard let makeReplayer else { throw notKept(entry.number) }
                    let living = replayer ?? makeReplayer(state)
                    living.reduce(entry.action, as: entry.recorded)
                    (state, replayer) = (living.state, living)
                }
                guard try body(place, entry, before, state) else { return }
                place += 1
                try await pauses.pause()
                guard generation == self.generation else {
                    throw InspectorFault("The history began anew; ask again.")
                }
            }
            // The oldest may have gone meanwhile.
            if place < dropped { (place, state, replayer) = (dropped, base, nil) }
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
            if ValueDifference.isThere(at: .steps([]), old, state) { return entry.number }
        }
        return nil
    }
}
