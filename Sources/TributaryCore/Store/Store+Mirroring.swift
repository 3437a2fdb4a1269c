// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store where State: Equatable & Sendable, Action: Sendable {
    /// A store on the main actor that shows a part of a store on another actor.
    ///
    /// The state is reduced over there and shown here. Actions go over in the order in which they were sent, and
    /// `finish()` waits until their effects have ended and what they changed is shown. The mirror keeps the other
    /// store alive; when that one closes, the mirror shows what it showed last. Closing the mirror ends the mirror
    /// alone.
    ///
    /// - Parameters:
    ///   - store: The store on its own actor.
    ///   - state: The part of its state.
    ///   - action: The path to the actions of that part.
    public convenience init<RootState, RootAction>(
        mirroring store: StoreActor<RootState, RootAction>,
        state: any KeyPath<RootState, State> & Sendable,
        action: CasePath<RootAction, Action>
    ) async {
        let link = MirrorLink<State, Action>(to: store, state: state, embed: action.embedValue)
        let updates: AsyncStream<MirrorLink<State, Action>.Update> = await store.updates(state)
        let first = await link.update()
        let machine = Machine(initialState: first) { Mirror(link: link) }
        machine.runEffects(on: MainActor.shared)
        machine.follow(updates) { .show($0) }
        let core = MirrorCore<MirrorLink<State, Action>.Update, MirrorAction<State, Action>, State, Action>(
            parent: RootCore(machine: machine),
            read: { update, body in
                body(update.state)
                return true
            },
            embed: MirrorAction.forward,
            extract: { if case .forward(let action) = $0 { action } else { nil } },
            observers: { $0.child(at: StateWay(\.state), of: \MirrorLink<State, Action>.Update.state) }
        )
        self.init(scope: core, of: machine, sendAction: { machine.send(.forward($0)) })
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
        await self.init(mirroring: store, state: state, action: CasePath(action))
    }

    /// A store on the main actor that shows all of a store on another actor.
    ///
    /// - Parameter store: The store on its own actor.
    public convenience init(mirroring store: StoreActor<State, Action>) async {
        await self.init(mirroring: store, state: \.self, action: .identity)
    }
}

/// What happens to a mirror.
private enum MirrorAction<State: Equatable & Sendable, Action: Sendable> {
    /// An action of the mirrored store.
    case forward(Action)
    /// A state came over.
    case show(MirrorLink<State, Action>.Update)
}

/// Forwards actions, and shows the states that come back.
private struct Mirror<Slice: Equatable & Sendable, SliceAction: Sendable>: Reducer {
    let link: MirrorLink<Slice, SliceAction>

    func reduce(
        into state: inout MirrorLink<Slice, SliceAction>.Update,
        action: MirrorAction<Slice, SliceAction>
    ) -> Effect<MirrorAction<Slice, SliceAction>> {
        switch action {
        case .forward(let action):
            // Handed over here and not in the effect, because effects start in no particular order.
            let answer = link.send(action)
            return .run { [link] send in
                for await task in answer { await task.finish() }
                await send(.show(await link.update()))
            }
        case .show(let update):
            if update.turn > state.turn { state = update }
            return .none
        }
    }
}
