// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// One action of a history.
struct HistoryEntry<State, Action> {
    let number: Int
    let cause: Int?
    let origin: ActionOrigin
    let action: Action
    let turn: Int
    /// In milliseconds since 1970.
    let time: Int

    /// How many effects it began.
    var effects = 0

    /// The state after it, if that is kept.
    var state: State?

    /// Its text in the list, once that was requested.
    var title: (title: String, detail: String)?

    var isSkipped = false
    var error: String?
}

/// The actions of a store and the states after them, as many as are kept.
///
/// It belongs to the store's actor. It keeps all newer states, and one in `interval` of the older ones, from which it replays the
/// others. It reflects values only when they are requested.
class History<State, Action> {
    /// The state before the first entry.
    private(set) var base: State
    private(set) var baseNumber: Int
    private(set) var entries: [HistoryEntry<State, Action>] = []

    /// How many entries were dropped, because there were too many.
    private(set) var dropped = 0
    var notes: [Int: String] = [:]
    var effects = EffectList()

    /// Makes a replayer, if the program has passed its reducer.
    let makeReplayer: ((State) -> Replayer<State, Action>)?
    let limits: InspectorLimits
    var filters: [FilteredList] = []

    /// How long a filter looks at entries at a time.
    var longestScan = Duration.milliseconds(50)

    /// The numbers of the actions that an action led to.
    private(set) var followers: [Int: [Int]] = [:]

    enum IndexKind { case titles, changes }

    /// The actions of each name, and those that changed each part of the state, as far as they were indexed.
    var indices: [IndexKind: ActionIndex] = [:]

    /// Whether its indices are made in the background; otherwise the first question makes them.
    var isIndexedInBackground = false

    /// How often it began anew.
    private(set) var generation = 0

    /// How states that are not here could be.
    lazy var advice = Self.advice

    static var advice: String {
        "Give the reducer to the inspector, as in “Inspector.serve(store, name: …) { App() }”, and actions can be replayed."
    }

    /// The number of the current turn, or of the next one.
    private(set) var turn = 1

    init(
        base: State,
        number: Int,
        limits: InspectorLimits,
        makeReplayer: ((State) -> Replayer<State, Action>)?
    ) {
        self.base = base
        baseNumber = number
        self.limits = limits
        self.makeReplayer = makeReplayer
    }

    /// How many entries lie between two states that are kept for good.
    var interval: Int { max(1, min(1_000, limits.actions / 10)) }

    var last: Int { entries.last?.number ?? baseNumber }

    /// How many entries there were ever.
    var count: Int { entries.count + dropped }

    func endTurn() { turn += 1 }

    func append(_ entry: HistoryEntry<State, Action>) {
        entries.append(entry)
        if let cause = entry.cause { followers[cause, default: []].append(entry.number) }
        if indices[.changes] != nil { changeWasAppended() }
        // The state that is no longer among the newest goes, unless others are replayed from it.
        let old = entries.count - 1 - limits.states
        if old >= 0, !(old + dropped + 1).isMultiple(of: interval) { entries[old].state = nil }
        if entries.count >= limits.actions + interval { dropOldest() }
    }

    private func dropOldest() {
        // The first state that is kept becomes the base; so the others can still be replayed.
        guard let index = entries.firstIndex(where: { $0.state != nil }), let state = entries[index].state,
            index + 1 < entries.count
        else { return }
        remove(index + 1, base: state)
    }

    private func remove(_ count: Int, base state: State) {
        base = state
        baseNumber = entries[count - 1].number
        for entry in entries[..<count] {
            notes[entry.number] = nil
            followers[entry.number] = nil
        }
        entries.removeFirst(count)
        dropped += count
        filters = []
    }

    /// Removes all entries; the history continues from a state.
    func restart(from state: State, number: Int? = nil, dropped: Int = 0) {
        baseNumber = number ?? last
        base = state
        self.dropped = dropped
        entries = []
        notes = [:]
        followers = [:]
        forgetIndices()
        effects.forgetAllThatEnded()
    }

    /// Forgets the entries after a number.
    func removeAll(after number: Int) {
        entries.removeAll { $0.number > number }
        notes = notes.filter { $0.key <= number }
        followers = followers.compactMapValues { $0.filter { $0 <= number } }
        forgetIndices()
    }

    private func forgetIndices() {
        filters = []
        indices = [:]
        generation += 1
    }

    // MARK: - Finding

    func index(of number: Int) -> Int? {
        guard !isReordered else { return entries.firstIndex { $0.number == number } }
        let index = firstIndex(from: number)
        return index < entries.count && entries[index].number == number ? index : nil
    }

    /// The index of the first action that is not older than a number.
    func firstIndex(from number: Int) -> Int {
        guard !isReordered else { return entries.firstIndex { $0.number == number } ?? entries.count }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether the entries are not in the order of their numbers.
    var isReordered = false

    /// The numbers of those that were left out.
    var skipped: [Int] = []

    func entry(_ number: Int) throws(InspectorFault) -> Int {
        guard let index = index(of: number) else {
            throw InspectorFault("There is no action \(number) any more.")
        }
        return index
    }

    /// The state after an action, or the base.
    func state(after number: Int) throws(InspectorFault) -> State {
        guard number != baseNumber || index(of: number) != nil else { return base }
        return try state(at: try entry(number))
    }

    /// The state before an action.
    func state(before number: Int) throws(InspectorFault) -> State {
        let index = try entry(number)
        return index == 0 ? base : try state(at: index - 1)
    }

    func state(at index: Int) throws(InspectorFault) -> State {
        if let state = entries[index].state { return state }
        guard let makeReplayer else { throw notKept(entries[index].number) }
        let kept = entries[..<index].lastIndex { $0.state != nil }
        let replayer = makeReplayer(kept.flatMap { entries[$0].state } ?? base)
        for entry in entries[(kept.map { $0 + 1 } ?? 0)...index] where !entry.isSkipped {
            replayer.reduce(entry.action, as: entry.recorded)
        }
        return replayer.state
    }

    func notKept(_ number: Int) -> InspectorFault {
        InspectorFault("The state after action \(number) is not kept. \(advice)")
    }

    /// Sets the text of an entry in the list.
    func title(at index: Int) -> (title: String, detail: String) {
        if let title = entries[index].title { return title }
        let title = ReflectedValue.title(of: entries[index].action)
        entries[index].title = title
        return title
    }

    func beginEffect(of number: Int) {
        // The newest, nearly always.
        guard let index = entries.last?.number == number ? entries.count - 1 : index(of: number) else {
            return
        }
        entries[index].effects += 1
    }
}

/// The entries that a copy of a history on another actor lacks.
struct HistoryUpdate<State, Action> {
    /// The place of the first of these entries, counted from the first ever.
    let start: Int
    let entries: [HistoryEntry<State, Action>]

    /// The state before the first, if all begins anew with it.
    var base: (state: State, number: Int)?

    /// The parts of a history that are in no entry; `nil` if they are as before.
    var rest: (effects: EffectList, notes: [Int: String], now: State)?
}

extension HistoryEntry: Sendable where State: Sendable, Action: Sendable {}
extension HistoryUpdate: Sendable where State: Sendable, Action: Sendable {}

extension History {
    /// How far a copy is like this.
    typealias Mark = (generation: Int, place: Int)

    /// The next entries for a copy: some at a time, because the store's actor is kept for as long as they are copied.
    func update(_ mark: inout Mark?) -> HistoryUpdate<State, Action> {
        let known = mark.flatMap { $0.generation == generation && $0.place >= dropped ? $0.place : nil }
        let start = known ?? dropped
        let new = Array(entries[(start - dropped)...].prefix(5_000))
        mark = (generation, start + new.count)
        return HistoryUpdate(
            start: start,
            entries: new,
            base: known == nil ? (base, baseNumber) : nil
        )
    }

    /// Takes entries of the history of which this is a copy.
    func take(_ update: HistoryUpdate<State, Action>) {
        if let base = update.base { restart(from: base.state, number: base.number, dropped: update.start) }
        for entry in update.entries { append(entry) }
        if let rest = update.rest { (effects, notes) = (rest.effects, rest.notes) }
    }
}

extension HistoryEntry {
    /// The time of the entry for a reducer that is replayed.
    var recorded: RecordedEntry { RecordedEntry(number: number, milliseconds: time, seed: 0) }
}

/// The reason why the inspector refuses a page's request, in one sentence for the page's reader.
struct InspectorFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// How much an inspector keeps of each store.
public struct InspectorLimits: Hashable, Sendable {
    /// How many actions are kept; when there are more, the oldest go.
    public var actions: Int

    /// How many of the newest states are kept.
    ///
    /// Of the older ones some are, from which the others are replayed.
    public var states: Int

    /// Limits.
    ///
    /// - Parameters:
    ///   - actions: How many actions are kept, one at least; by default 100,000.
    ///   - states: How many of the newest states are kept; by default 1,000. Neighboring states share unchanged storage.
    public init(actions: Int = 100_000, states: Int = 1_000) {
        self.actions = max(1, actions)
        self.states = max(1, states)
    }
}
