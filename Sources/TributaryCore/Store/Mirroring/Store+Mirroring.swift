// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Store where State: Equatable & Sendable, Action: Sendable {
    /// A store on the main actor that shows a part of a store on another actor.
    ///
    /// The other store reduces actions; the mirror shows its state and forwards actions, in the order in which they were sent.
    /// `finish()` waits until their effects have ended and their changes are shown. `actions` and `onAction` deliver all actions of
    /// the other store, from any sender, with the state that the mirror shows by then. The mirror retains the other store. When
    /// that store closes, the mirror keeps its last state. Closing the mirror does not close the other store; it cancels the effects of
    /// the actions that were sent to the mirror. If turns follow each other faster than the mirror shows them, it shows the newest state.
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
        let handle = await store.handle
        let send = { @Sendable (part: Action) in handle.send(action.embedValue(part)) }
        let link = MirrorLink<State, Action>()
        let dependencies = await store.dependencies
        let (first, feed) = await store.feed(state, extract: action.extractValue, to: link)
        let machine = Machine(
            initialState: first,
            reducer: {
                Reduce<State, MirrorAction<State, Action>> { state, action in
                    switch action {
                    case .forward(let action):
                        // Sent here and not in the effect, because effects start in no particular order.
                        let task = send(action)
                        return .run { [link] _ in
                            await task.finish()
                            await link.show()
                        }
                    case .show(let shown): state = shown
                    case .happened: break
                    }
                    return .none
                }
            },
            dependencies: .ofStore { $0 = dependencies }
        )
        machine.runEffects(on: MainActor.shared)
        let mirror = machine.handle
        link.show = { [unowned link] in
            // First the state, then the actions that led to it.
            let (state, actions) = link.takeArrivals()
            let showing = state.map { [(MirrorAction<State, Action>.show($0), ActionOrigin.store)] } ?? []
            mirror.relay(showing + actions.map { (.happened($0), $1) })
            mirror.inbox.deliver()
        }
        link.feed = [feed, machine.onEnd { feed.cancel() }]
        link.show()
        // The shown state is a copy of another actor's, so nothing can be mounted on it.
        let path = ScopePath<State, MirrorAction<State, Action>, OnlyChild, State, Action>(
            ChildPlace(Lens(\.self), at: \State.self, isAlwaysThere: true),
            CasePath(
                embed: { .forward($0) },
                extract: { if case .happened(let action) = $0 { action } else { nil } }
            )
        )
        path.mirrored = Reference((finish: { await store.finish() }, flush: { await store.flush() }))
        let part = ScopedPart(path, .ofAnyState, in: machine)
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

/// The link from a mirror on the main actor to a store on its own actor.
private final class MirrorLink<State: Equatable & Sendable, Action: Sendable>: Sendable {
    /// Changes of the store that are not shown yet: the newest of its states, and its actions.
    private let arrivals = Mutex<(state: State?, actions: [(Action, ActionOrigin)])>((nil, []))

    /// Shows the changes that have arrived; set by the mirror when it is made.
    @MainActor var show: @MainActor () -> Void = {}

    /// The observation of the store.
    @MainActor var feed: [ObservationToken] = []

    /// Adds the results of a turn, which the main actor takes with all that arrive until then.
    func arrive(_ state: State?, _ actions: [(Action, ActionOrigin)]) {
        let isFirst = arrivals.withLock { arrivals in
            defer {
                arrivals.state = state ?? arrivals.state
                arrivals.actions += actions
            }
            return arrivals.state == nil && arrivals.actions.isEmpty
        }
        if isFirst { Task { @MainActor in show() } }
    }

    func takeArrivals() -> (state: State?, actions: [(Action, ActionOrigin)]) {
        arrivals.withLock { arrivals in
            defer { arrivals = (nil, []) }
            return arrivals
        }
    }
}

extension StoreActor {
    /// The dependencies of the reducers, which companions of a mirror get, too.
    var dependencies: Dependencies { machine.dependencies }

    /// Feeds a mirror after every turn with the results of that turn.
    ///
    /// - Parameters:
    ///   - part: The part of the state that is mirrored.
    ///   - extract: Finds an action of that part.
    ///   - link: Gets the part, if it has changed, and its actions.
    /// - Returns: The current part, and the token of the observation.
    fileprivate func feed<Part: Equatable & Sendable, PartAction: Sendable>(
        _ part: any KeyPath<State, Part> & Sendable,
        extract: @escaping @Sendable (Action) -> PartAction?,
        to link: MirrorLink<Part, PartAction>
    ) -> (Part, ObservationToken) {
        let first = machine.withState { $0[keyPath: part] }
        // The part that was sent last, and the actions since.
        var (last, actions): (Part, [(PartAction, ActionOrigin)]) = (first, [])
        let listener = machine.attach(Attachment(extract: extract) { actions.append(($0, $1)) })
        // Called after each turn, because a turn may have actions of the part without changing it.
        let observer = machine.observe({ $0[keyPath: part] }, removeDuplicates: { _, _ in false }) {
            // The link keeps this observation.
            [weak link] state in
            let isChanged = state != last
            guard isChanged || !actions.isEmpty else { return }
            link?.arrive(isChanged ? state : nil, actions)
            last = state
            actions = []
        }
        return (first, ObservationToken([listener, observer]))
    }
}
