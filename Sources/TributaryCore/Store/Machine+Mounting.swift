// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Runs another reducer after the machine's own and after those mounted before, until its token is dropped.
    ///
    /// Its effects live as long as the token. It hears of the actions after this one.
    ///
    /// - Parameter reducer: The reducer; made with the machine's dependencies and resolved once, here.
    /// - Returns: The token that keeps the reducer mounted.
    @inlinable
    package func mount<R: Reducer<State, Action>>(
        @ReducerBuilder<State, Action> _ reducer: @escaping () -> R
    ) -> ObservationToken {
        mount(ReducerMaker(reducer))
    }

    /// Mounts a reducer whose type is hidden.
    ///
    /// - Parameter reducer: The reducer.
    /// - Returns: The token that keeps it mounted.
    @usableFromInline
    func mount(_ reducer: ReducerMaker<State, Action>) -> ObservationToken {
        var reducerContext = ReducerContext(dependencies: dependencies)
        reducerContext.passedChild = passedChild
        let tree = reducer.resolveTreeWithFeedbacks(in: reducerContext)
        let link = TypedStateLink<State, State> { state, _, body in
            body(state)
            return true
        }
        let unmount = StoreDelivery { [weak self] in self?.cancelEffects(below: link) }
        let mounted = MountedReducer(reducer: tree.function, link: link, inbox: makeInbox(), unmount: unmount)
        guard !isRefusingCompanion("A reducer") else { return ObservationToken(holding: mounted) }
        mounts.append(mounted)
        // While a reducer has the state, the first action shows it.
        if storage.pointee.phase != .reducing {
            tree.prime?(storage.pointee.state)
            if let feedbacks = tree.feedbacks { begin(feedbacks, of: mounted) }
        }
        return ObservationToken(holding: mounted)
    }

    private func cancelEffects(below link: StateLink) {
        let key = EffectLifetime.Key(link: ObjectIdentifier(link), element: nil)
        if let place = lifetime.children[key] { effects.cancel(place) }
    }

    /// Runs the reducer and those that are mounted, then performs what they returned.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - group: The work that the action belongs to.
    /// - Returns: The group of the work that followed, if any did.
    func reduceWithMounts(_ action: Action, group: EffectGroup?) -> EffectGroup? {
        var group = group
        let effect = runReducer(action)
        var followed: [(effect: Effect<Action>, mounted: MountedReducer<State, Action>)] = []
        let present = mounts
        var isSomebodyGone = false
        for index in 0..<present.count {
            guard let object = present[index] else {
                isSomebodyGone = true
                continue
            }
            // Nothing else is ever added to the list.
            let mounted = unsafeDowncast(object, to: MountedReducer<State, Action>.self)
            let effect = run(mounted.reducer, action)
            if !effect.isNone { followed.append((effect, mounted)) }
        }
        storage.pointee.phase = .attending
        if isSomebodyGone { mounts.removeReleased() }
        begin(effect, group: &group) { rootContext(group: $0) }
        for (effect, mounted) in followed {
            begin(effect, group: &group) { context(of: mounted, group: $0) }
        }
        settleEffects()
        return group
    }

    /// Where the effects of a mounted reducer stand.
    func context(of mounted: MountedReducer<State, Action>, group: EffectGroup) -> EffectContext<Action> {
        EffectContext(
            performer: EffectPerformance(runner: effects, group: group),
            lifetime: mounted.link.lifetime(under: lifetime, element: nil),
            // What was dropped sends nothing any more, even before its effects are cancelled.
            deliver: { [weak self, weak mounted] in
                if mounted != nil {
                    self?.receive($0, group: group.isCancelled ? EffectGroup() : group, from: $1)
                }
            }
        )
    }
}

/// A reducer that runs after that of the machine, as long as somebody keeps it.
final class MountedReducer<State, Action> {
    let reducer: ReducerFunction<State, Action>

    /// What the effects of the reducer hang on.
    let link: TypedStateLink<State, State>

    private let inbox: StoreInbox
    private let unmount: StoreDelivery

    init(
        reducer: @escaping ReducerFunction<State, Action>,
        link: TypedStateLink<State, State>,
        inbox: StoreInbox,
        unmount: StoreDelivery
    ) {
        self.reducer = reducer
        self.link = link
        self.inbox = inbox
        self.unmount = unmount
    }

    deinit { _ = inbox.append(StoreInbox.Item(delivery: unmount)) }
}
