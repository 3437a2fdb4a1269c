// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Store where State: Equatable & Sendable, Action: Sendable {
    /// A store on the main actor that shows a part of a store on another actor.
    ///
    /// The other store reduces actions; the mirror shows its state and forwards actions, in the order in which they were sent.
    /// `finish()` waits until their effects have ended and their changes are shown. `actions` and `onAction` deliver all actions of
    /// the other store, from any sender, with the state that the mirror shows by then. The mirror retains the other store. When
    /// that store closes, the mirror keeps its last state. Closing the mirror does not close the other store.
    ///
    /// - Parameters:
    ///   - store: The store on its own actor.
    ///   - state: The part of its state.
    ///   - action: The case that holds the actions of that part.
    public convenience init<RootState, RootAction: CasePathable>(
        mirroring store: StoreActor<RootState, RootAction>,
        state: any KeyPath<RootState, State> & Sendable,
        action: CaseKeyPath<RootAction, Action>
    ) async {
        await self.init(mirroring: store, state, CasePath(action))
    }

    /// A store on the main actor that shows a part of a store on another actor, and takes that store's actions.
    ///
    /// - Parameters:
    ///   - store: The store on its own actor.
    ///   - state: The part of its state.
    public convenience init<RootState>(
        mirroring store: StoreActor<RootState, Action>,
        state: any KeyPath<RootState, State> & Sendable
    ) async {
        await self.init(mirroring: store, state, .identity)
    }

    /// A store on the main actor that shows all of a store on another actor.
    ///
    /// - Parameter store: The store on its own actor.
    public convenience init(mirroring store: StoreActor<State, Action>) async {
        await self.init(mirroring: store, \.self, .identity)
    }

    private convenience init<RootState, RootAction>(
        mirroring store: StoreActor<RootState, RootAction>,
        _ state: any KeyPath<RootState, State> & Sendable,
        _ action: CasePath<RootAction, Action>
    ) async {
        let link = MirrorLink<State, Action>(to: store, embed: action.embedValue)
        let dependencies = await store.dependencies
        let (first, signals, end) = await store.feed(state, extract: action.extractValue, link: link)
        let machine = Machine(initialState: Mirror.State(shown: first)) {
            Mirror(link: link)
        } dependencies: {
            $0 = dependencies
        }
        machine.runEffects(on: MainActor.shared)
        link.show = { [weak machine, unowned link] in if let machine { link.show(in: machine) } }
        if let end { machine.insert(end) }
        // For each signal, until the machine is closed or released.
        Task { @MainActor [weak machine] in
            for await _ in signals {
                guard let machine, !machine.isClosed else { return }
                link.show(in: machine)
            }
        }
        // The shown state is a copy of another actor's, so nothing can be mounted on it.
        let lens = ClosureLens<Mirror<State, Action>.State, MirrorAction<State, Action>, State, Action>(
            readPart: { state, body in
                body(state.shown)
                return true
            },
            embedAction: { .forward($0) },
            extractAction: { if case .happened(let action) = $0 { action } else { nil } },
            findObservers: { $0.child(at: Lens(\.shown), of: \Mirror<State, Action>.State.shown) },
            mirrored: (finish: { await store.finish() }, flush: { await store.flush() })
        )
        let part = ScopedPart(parent: machine, lens: lens)
        self.init(scope: part, of: machine, sendAction: { machine.send(.forward($0)) })
    }
}

/// The actions of a mirror's own machine.
private enum MirrorAction<State: Equatable & Sendable, Action: Sendable> {
    /// An action for the mirrored store was sent here.
    case forward(Action)
    /// A state arrived.
    case show(State)
    /// The mirrored store has reduced an action, from any sender.
    case happened(Action)
}

/// Forwards actions, and shows the states that come back.
private struct Mirror<Part: Equatable & Sendable, PartAction: Sendable>: Reducer {
    struct State {
        var shown: Part
    }

    let link: MirrorLink<Part, PartAction>

    func reduce(
        into state: inout State,
        action: MirrorAction<Part, PartAction>
    ) -> Effect<MirrorAction<Part, PartAction>> {
        switch action {
        case .forward(let action):
            // Sent here and not in the effect, because effects start in no particular order.
            let answer = link.send(action)
            return .run { [link] _ in
                for await task in answer { await task.finish() }
                await link.show()
            }
        case .show(let shown):
            state.shown = shown
            return .none
        case .happened:
            return .none
        }
    }
}

/// The link between a store on its own actor and its mirror on the main actor.
///
/// Actions go to the store in the order in which they were sent, and return the task of their effects. After each turn of the
/// store, its results wait here until the mirror takes them. The mirror's own task, or one that waits for effects to be shown,
/// takes all results at once, so they stay in order.
private final class MirrorLink<State: Equatable & Sendable, Action: Sendable>: Sendable {
    /// Changes of the mirrored store that are not shown yet: the newest of its states, and its actions.
    private let arrival = Mutex<(state: State?, actions: [(Action, ActionOrigin)])>((nil, []))

    /// Sends an action, and then its task.
    private let sendings: AsyncStream<(Action, AsyncStream<StoreTask>.Continuation)>.Continuation

    /// Shows the arrivals; set by the mirror when it is made.
    @MainActor var show: @MainActor () -> Void = {}

    init<RootState, RootAction>(
        to store: StoreActor<RootState, RootAction>,
        embed: @escaping @Sendable (Action) -> RootAction
    ) {
        let (waiting, continuation) = AsyncStream.makeStream(
            of: (Action, AsyncStream<StoreTask>.Continuation).self
        )
        sendings = continuation
        // Ends with the link, and then finishes.
        Task {
            for await (action, answer) in waiting {
                let task = await store.send { embed(action) }
                answer.yield(task)
                answer.finish()
            }
        }
    }

    deinit { sendings.finish() }

    /// Sends an action after those that were sent before.
    ///
    /// - Parameter action: The action.
    /// - Returns: A sequence that yields the action's task after it was reduced.
    func send(_ action: Action) -> AsyncStream<StoreTask> {
        let (answer, continuation) = AsyncStream.makeStream(of: StoreTask.self)
        sendings.yield((action, continuation))
        return answer
    }

    /// Adds the results of a turn.
    func arrive(_ state: State?, _ actions: [(Action, ActionOrigin)]) {
        arrival.withLock { arrival in
            if let state { arrival.state = state }
            arrival.actions += actions
        }
    }

    /// Shows all that has arrived as one turn: first the state, then the actions that led to it.
    func show<Whole>(in machine: Machine<Whole, MirrorAction<State, Action>>) {
        let (state, actions) = arrival.withLock { arrival in
            defer { arrival = (nil, []) }
            return arrival
        }
        let showing = state.map { [(MirrorAction<State, Action>.show($0), ActionOrigin.store)] } ?? []
        machine.relay(showing + actions.map { (.happened($0), $1) })
    }
}

extension StoreActor {
    /// The dependencies of the reducers, which companions of a mirror get, too.
    var dependencies: Dependencies { machine.dependencies }

    /// Sends an action that is made on the store's actor.
    func send(_ make: @Sendable () -> Action) -> StoreTask { machine.send(make()) }

    /// Feeds a mirror: sends the current part, and after every turn the results of that turn.
    ///
    /// - Parameters:
    ///   - part: The part of the state that is mirrored.
    ///   - extract: Finds an action of that part.
    ///   - link: Receives the results.
    /// - Returns: The current part, a signal for each arrival, and a closure that ends the signals.
    fileprivate func feed<Part: Equatable, PartAction>(
        _ part: any KeyPath<State, Part> & Sendable,
        extract: @escaping @Sendable (Action) -> PartAction?,
        link: MirrorLink<Part, PartAction>
    ) -> (Part, AsyncStream<Void>, StreamEnd?) {
        let whole: any StorePart<State, Action> = machine
        let first = machine.state[keyPath: part]
        // The part that was sent last, and the actions since.
        var (last, actions): (Part, [(PartAction, ActionOrigin)]) = (first, [])
        weak var made: StreamEnd?
        let signals = StreamEnd.stream(.bufferingNewest(1)) { continuation, end in
            made = end
            return ObservationToken([
                whole.attach(
                    Attachment(retaining: end, extract: extract) { actions.append(($0, $1)) },
                    keepingScope: false
                ),
                // Called after each turn, because a turn may have actions of the part without changing it. The link retains this
                // store, so it is not retained here: nothing may be sent after the mirror is gone.
                whole.observe({ $0[keyPath: part] }, isDuplicate: { _, _ in false }, retaining: end) {
                    [weak link] state in
                    let isChanged = state != last
                    guard let link, isChanged || !actions.isEmpty else { return }
                    link.arrive(isChanged ? state : nil, actions)
                    last = state
                    actions = []
                    continuation.yield()
                },
            ])
        } insert: {
            whole.machine.insert($0)
        }
        return (first, signals, made)
    }
}
