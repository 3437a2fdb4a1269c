// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// An inspector's data of one store: its current history, and the copies made of it.
///
/// It belongs to the store's actor, and the store's machine retains it.
final class Timeline<State, Action> {
    let histories: Histories<State, Action>
    var history: History<State, Action> { histories.history }

    /// The state when the inspector was attached.
    private let initialState: State

    private let now: @Sendable () -> Int
    private let ended: @Sendable () -> Void

    /// Announces a change; once, until the changes were requested.
    private let changed: @Sendable () -> Void
    private var hasChanged = false
    private(set) var isClosed = false

    private let following: Following<State, Action>?

    /// How far its reader is; `nil` until it gets a question.
    private var mark: History<State, Action>.Mark?
    private var lastDelivery: Task<Void, Never>?

    /// The number of the state that the store was asked to show.
    var travelled: Int?

    /// Attaches to a machine.
    ///
    /// - Parameters:
    ///   - machine: The machine of the store.
    ///   - limits: How much is kept.
    ///   - now: The time, in milliseconds since 1970.
    ///   - following: Gives the entries to a reader, if the reducer is known.
    ///   - changed: Called on the store's actor when something is new.
    ///   - ended: Called when the store is gone.
    /// - Throws: If another inspector looks at the store.
    init(
        attachingTo machine: Machine<State, Action>,
        limits: InspectorLimits,
        now: @escaping @Sendable () -> Int,
        following: Following<State, Action>?,
        changed: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) throws(InspectorError) {
        initialState = machine.state
        histories = Histories(
            History(
                base: machine.state,
                number: 0,
                limits: limits,
                makeReplayer: following?.makeReplayer
            )
        )
        self.now = now
        self.following = following
        self.changed = changed
        self.ended = ended
        guard !machine.inspections.contains(where: { $0 is Timeline }) else { throw .alreadyInspected }
        machine.inspections.append(self)
        for effect in machine.runningEffects { history.effects.begin(effect, by: nil, at: now()) }
    }

    deinit { ended() }

    /// Gives some entries to the reader, after those before them.
    @discardableResult
    private func deliver(_ more: (inout HistoryUpdate<State, Action>) -> Void = { _ in }) -> Task<Void, Never>
    {
        var update = history.update(&mark)
        more(&update)
        let (work, former) = (following?.delivery(update), lastDelivery)
        let delivery = Task {
            await former?.value
            await work?()
        }
        lastDelivery = delivery
        return delivery
    }

    /// Gives the entries to the reader, for a question.
    ///
    /// - Returns: Some of it, and whether it is the last.
    func deliver(_ machine: Machine<State, Action>) -> (delivery: Task<Void, Never>, isLast: Bool) {
        machine.noteEndedEffects()
        let delivery = deliver {
            $0.rest = (history.effects, history.notes, machine.hiddenState ?? machine.state)
        }
        return (delivery, mark?.place == history.count)
    }

    /// Announces a change, unless an earlier announcement is still unread.
    func tell() {
        guard !hasChanged else { return }
        hasChanged = true
        changed()
    }

    /// The changes were requested: the next one is announced again.
    func look() { hasChanged = false }

    /// The summary of the store.
    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind, of machine: Machine<State, Action>)
        -> StoreSummary
    {
        look()
        machine.noteEndedEffects()
        if machine.hiddenState == nil { travelled = nil }
        var summary = history.summary(store, name, kind: kind)
        summary.open = !isClosed
        summary.mounted = machine.mounted
        summary.travelling = travelled
        summary.canTypeWhy = isClosed ? "The store is closed." : TypedAction<Action>.obstacle
        summary.canType = summary.canTypeWhy == nil
        summary.canSetWhy = isClosed ? "The store is closed." : machine.isRecorded ? Self.recorded : nil
        summary.canSet = summary.canSetWhy == nil
        return summary
    }

    static var recorded: String {
        "A journal records this store, so its state changes by actions alone. Let the app show another state instead."
    }

    // MARK: - Commands

    /// Lets the store show the state after an action.
    func travel(to number: Int, _ machine: Machine<State, Action>) throws(InspectorFault) {
        let state = try history.state(after: number)
        machine.travel(to: state)
        travelled = number
        tell()
    }

    func comeBack(_ machine: Machine<State, Action>) {
        travelled = nil
        machine.travel(to: nil)
        tell()
    }

    /// Makes a state the newest.
    private func set(_ state: State, _ machine: Machine<State, Action>, forgetting: () -> Void)
        throws(InspectorFault)
    {
        guard !machine.isRecorded else { throw InspectorFault(Self.recorded) }
        machine.travel(to: state)
        guard machine.hiddenState != nil else {
            machine.travel(to: nil)
            throw InspectorFault("The store is closed, or in the middle of a turn.")
        }
        // Before pending actions are reduced.
        forgetting()
        travelled = nil
        _ = machine.stay()
        tell()
    }

    /// Continues from the state that the store shows.
    func stay(_ machine: Machine<State, Action>) throws(InspectorFault) {
        guard machine.hiddenState != nil, let number = travelled else {
            throw InspectorFault("The store shows its newest state already.")
        }
        try set(machine.state, machine) { history.removeAll(after: number) }
    }

    func commit(_ machine: Machine<State, Action>) {
        let newest = history.entries.last?.state ?? history.base
        history.restart(from: newest)
        tell()
    }

    func revert(_ machine: Machine<State, Action>) throws(InspectorFault) {
        try set(history.base, machine) { history.restart(from: history.base) }
    }

    func reset(_ machine: Machine<State, Action>) throws(InspectorFault) {
        try set(initialState, machine) { history.restart(from: initialState) }
    }
}

extension Machine {
    /// Whether a journal records it.
    fileprivate var isRecorded: Bool { waiting.commits != nil }

    /// Registers the effects that have ended since the last turn.
    func noteEndedEffects() { _ = runningEffects }
}

extension Timeline: Inspection {
    func didReduce(_ record: ActionRecord<State, Action>, number: Int, cause: Int?) {
        var entry = HistoryEntry(
            number: number,
            cause: cause,
            origin: record.origin,
            action: record.action,
            turn: history.turn,
            time: now(),
            state: record.state
        )
        entry.effects = history.effects.begun(by: number).count
        history.append(entry)
        // So the reader is never far behind.
        if let mark, history.count > mark.place + 500 { deliver() }
        tell()
    }

    func didCommit() { history.endTurn() }

    func didChange(_ effect: EffectEvent, by action: Int?) {
        switch effect {
        case .began(let effect): history.effects.begin(effect, by: action, at: now())
        case .ended(let number): history.effects.end(number, isCancelled: false, by: nil, at: now())
        case .cancelled(let number): history.effects.end(number, isCancelled: true, by: action, at: now())
        }
        tell()
    }

    func didClose() {
        isClosed = true
        tell()
    }
}

extension History {
    /// The summary of the history.
    func summary(_ store: String, _ name: String, kind: StoreSummary.Kind) -> StoreSummary {
        StoreSummary(
            store: store,
            name: name,
            kind: kind,
            state: String(reflecting: State.self),
            action: String(reflecting: Action.self),
            first: entries.first?.number ?? baseNumber,
            last: last,
            count: entries.count,
            kept: [entries.suffix(limits.states).first?.number ?? baseNumber, last],
            base: baseNumber,
            dropped: dropped,
            running: effects.running,
            canReplay: makeReplayer != nil,
            marks: notes.sorted { $0.key < $1.key }.map { .init(number: $0.key, note: $0.value) },
            skipped: skipped
        )
    }
}
