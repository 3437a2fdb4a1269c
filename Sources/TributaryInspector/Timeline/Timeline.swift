// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// What an inspector knows of one store: its history as it goes on, and what was made of that.
///
/// It belongs to the store's actor, and is kept by the store's machine.
final class Timeline<State, Action> {
    let history: History<State, Action>

    /// What was made of the history and is only read, by the name that the page has for it.
    var copies: [String: Copy] = [:]

    /// The state when the inspector was attached.
    private let initialState: State

    private let now: @Sendable () -> Int
    private let ended: @Sendable () -> Void

    /// Tells that something is new; once, until it was asked what.
    private let changed: @Sendable () -> Void
    private var hasChanged = false
    private(set) var isClosed = false

    /// The number of the state that the store was asked to show.
    var travelled: Int?

    struct Copy {
        let kind: String
        let name: String
        let history: History<State, Action>
    }

    /// Attaches to a machine.
    ///
    /// - Parameters:
    ///   - machine: The machine of the store.
    ///   - limits: How much is kept.
    ///   - now: The time, in milliseconds since 1970.
    ///   - makeReplayer: Makes what replays its actions.
    ///   - changed: Called on the store's actor when something is new.
    ///   - ended: Called when the store is gone.
    /// - Throws: If another inspector looks at the store.
    init(
        attachingTo machine: Machine<State, Action>,
        limits: InspectorLimits,
        now: @escaping @Sendable () -> Int,
        makeReplayer: ((State) -> Replayer<State, Action>)?,
        changed: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () -> Void
    ) throws(InspectorError) {
        initialState = machine.state
        history = History(
            base: machine.state,
            number: 0,
            limits: limits,
            makeReplayer: makeReplayer
        )
        self.now = now
        self.changed = changed
        self.ended = ended
        // The machine keeps the closures, and with them this; nothing here keeps the machine.
        let isAlone = machine.inspect(
            Inspection(
                owner: self,
                reduced: { [self] in didReduce($0, $1) },
                committed: { [self] in history.endTurn() },
                effect: { [self] in did($0, by: $1) },
                closed: { [self] in
                    isClosed = true
                    tell()
                }
            )
        )
        guard isAlone else { throw .alreadyInspected }
        for effect in machine.runningEffects { history.effects.begin(effect, by: nil, at: now()) }
    }

    deinit { ended() }

    private func didReduce(_ action: InspectedAction<Action>, _ state: State) {
        var entry = HistoryEntry(
            number: action.number,
            cause: action.cause,
            origin: action.origin,
            action: action.action,
            turn: history.turn,
            time: now(),
            state: state
        )
        entry.effects = history.effects.begun(by: action.number).count
        history.append(entry)
        tell()
    }

    private func did(_ event: EffectEvent, by action: Int?) {
        switch event {
        case .began(let effect): history.effects.begin(effect, by: action, at: now())
        case .ended(let number): history.effects.end(number, isCancelled: false, by: nil, at: now())
        case .cancelled(let number): history.effects.end(number, isCancelled: true, by: action, at: now())
        }
        tell()
    }

    /// Tells that something is new, unless that was told and nobody has looked.
    func tell() {
        guard !hasChanged else { return }
        hasChanged = true
        changed()
    }

    /// Somebody looks: what is new from now on is told again.
    func look() { hasChanged = false }

    /// What the page shows of the store as a whole.
    func summary(_ store: String, _ name: String, kind: String, of machine: Machine<State, Action>) -> JSON {
        look()
        machine.noteEndedEffects()
        if !machine.isTravelling { travelled = nil }
        var answer = history.summary(store, name, kind: kind)
        answer["open"] = .boolean(!isClosed)
        answer["mounted"] = .array(machine.mounted.map(JSON.string))
        answer["travelling"] = JSON(travelled)
        let obstacle = TypedAction<Action>.obstacle
        answer["canType"] = .boolean(obstacle == nil && !isClosed)
        answer["canTypeWhy"] = JSON(isClosed ? "The store is closed." : obstacle)
        let why = isClosed ? "The store is closed." : machine.isRecorded ? Self.recorded : nil
        answer["canSet"] = .boolean(why == nil)
        answer["canSetWhy"] = JSON(why)
        return answer
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
        machine.comeBack()
        tell()
    }

    /// Makes a state the newest.
    private func set(_ state: State, _ machine: Machine<State, Action>, forgetting: () -> Void)
        throws(InspectorFault)
    {
        guard !machine.isRecorded else { throw InspectorFault(Self.recorded) }
        machine.travel(to: state)
        guard machine.isTravelling else {
            machine.comeBack()
            throw InspectorFault("The store is closed, or in the middle of a turn.")
        }
        // Before what waits is reduced.
        forgetting()
        travelled = nil
        _ = machine.stay()
        tell()
    }

    /// Goes on from the state that the store shows.
    func stay(_ machine: Machine<State, Action>) throws(InspectorFault) {
        guard machine.isTravelling, let number = travelled else {
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

extension History {
    /// What the page shows of the history as a whole.
    func summary(_ store: String, _ name: String, kind: String) -> JSON {
        let kept = entries.suffix(limits.states)
        return [
            "store": .string(store), "name": .string(name), "kind": .string(kind),
            "state": .string(String(reflecting: State.self)),
            "action": .string(String(reflecting: Action.self)),
            "open": false, "mounted": [], "first": .integer(entries.first?.number ?? baseNumber),
            "last": .integer(last),
            "count": .integer(entries.count),
            "kept": JSON([kept.first?.number ?? baseNumber, last]),
            "base": .integer(baseNumber), "dropped": .integer(dropped), "running": .integer(effects.running),
            "travelling": .null, "canReplay": .boolean(makeReplayer != nil),
            "canType": false, "canTypeWhy": "This is only shown.",
            "canSet": false, "canSetWhy": "This is only shown.",
            "marks": .array(
                notes.sorted { $0.key < $1.key }.map {
                    ["number": .integer($0.key), "note": .string($0.value)]
                }
            ),
            "skipped": JSON(skipped),
        ]
    }
}
