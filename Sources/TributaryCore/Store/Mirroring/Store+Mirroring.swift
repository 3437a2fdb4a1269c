// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store where State: Equatable & Sendable, Action: Sendable {
    /// A store on the main actor that shows a part of a store on another actor.
    ///
    /// The state is reduced over there and shown here. Actions go over in the order in which they were sent, and
    /// `finish()` waits until their effects have ended and what they changed is shown. `actions` and `onAction`
    /// deliver what is reduced over there, from any sender, with the state that is shown by then. The mirror keeps
    /// the other store alive; when that one closes, the mirror keeps its last state. Closing the mirror ends only the
    /// mirror.
    ///
    /// - Parameters:
    ///   - store: The store on its own actor.
    ///   - state: The part of its state.
    ///   - actionPath: The path to the actions of that part.
    public convenience init<RootState, RootAction>(
        mirroring store: StoreActor<RootState, RootAction>,
        state: any KeyPath<RootState, State> & Sendable,
        actionPath: CasePath<RootAction, Action>
    ) async {
        let link = MirrorLink<State, Action>(to: store, embed: actionPath.embedValue)
        let dependencies = await store.dependencies
        let (first, signals, end) = await store.feed(state, extract: actionPath.extractValue, link: link)
        let machine = Machine(initialState: Mirror.State(shown: first)) { Mirror(link: link) }
        machine.runEffects(on: MainActor.shared)
        link.show = { [weak machine, unowned link] in machine?.show(link.take()) }
        if let end { machine.insert(end) }
        machine.follow(signals) { $0.show(link.take()) }
        let mirrored = MirrorMachine(
            machine,
            dependencies: dependencies,
            finish: { await store.finish() },
            flush: { await store.flush() }
        )
        // What is shown is a copy of another actor's state, so nothing can be mounted on it.
        let lens = ClosureLens<Mirror<State, Action>.State, MirrorAction<State, Action>, State, Action>(
            readPart: { state, body in
                body(state.shown)
                return true
            },
            embedAction: { .forward($0) },
            extractAction: { if case .happened(let action) = $0 { action } else { nil } },
            findObservers: { $0.child(at: Lens(\.shown), of: \Mirror<State, Action>.State.shown) },
            ownMachine: mirrored
        )
        let part = ScopedPart(parent: machine, lens: lens)
        self.init(scope: part, of: machine, sendAction: { machine.send(.forward($0)) })
    }

    /// A store on the main actor that shows a part of a store on another actor, the actions named by a case.
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
        await self.init(mirroring: store, state: state, actionPath: CasePath(action))
    }

    /// A store on the main actor that shows all of a store on another actor.
    ///
    /// - Parameter store: The store on its own actor.
    public convenience init(mirroring store: StoreActor<State, Action>) async {
        await self.init(mirroring: store, state: \.self, actionPath: .identity)
    }
}

/// What happens to a mirror.
private enum MirrorAction<State: Equatable & Sendable, Action: Sendable> {
    /// An action for the mirrored store was sent here.
    case forward(Action)
    /// A state came over.
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
            // Handed over here and not in the effect, because effects start in no particular order.
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

extension Machine {
    /// Shows what arrived as one turn, the state before the actions that led to it.
    fileprivate func show<Part, PartAction>(_ arrival: MirrorLink<Part, PartAction>.Arrival)
    where Action == MirrorAction<Part, PartAction> {
        var actions: [(Action, ActionOrigin)] = arrival.state.map { [(.show($0), .store)] } ?? []
        for happening in arrival.happenings {
            actions.append((.happened(happening.action), happening.origin))
        }
        relay(actions)
    }
}
