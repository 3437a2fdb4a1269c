// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Attaches a service: it starts now, and follows the state until its token goes or the machine is closed.
    ///
    /// - Parameter service: The service.
    /// - Returns: The token that keeps the service going.
    public func attach(_ service: some Service<State, Action>) -> ObservationToken {
        watch([handle.watcher(for: service)])
    }

    /// Attaches a service that is made here, so that its `@Dependency` properties are the machine's dependencies.
    ///
    /// - Parameter make: Makes the service, at once.
    /// - Returns: The token that keeps the service going.
    public func attach<S: Service<State, Action>>(_ make: () -> S) -> ObservationToken {
        attach(dependencies.making(make))
    }

    /// Attaches a service that is made here, and hands it over with its token.
    ///
    /// ```swift
    /// let (player, token) = store.attach { Player() }
    /// ```
    ///
    /// - Parameter make: Makes the service, at once; its `@Dependency` properties are this machine's dependencies.
    /// - Returns: The service, and the token that keeps it going.
    @_disfavoredOverload
    public func attach<S: Service<State, Action>>(_ make: () -> S) -> (service: S, token: ObservationToken) {
        let service = dependencies.making(make)
        return (service, attach(service))
    }

    /// Attaches services, which start in this order; what they send then is reduced when all have started.
    ///
    /// - Parameter services: The services.
    /// - Returns: The token that keeps them going.
    public func attach(_ services: [any Service<State, Action>]) -> ObservationToken {
        watch(services.map { handle.watcher(for: $0) })
    }

    /// Attaches services that are made here, so that their `@Dependency` properties are the machine's dependencies.
    ///
    /// - Parameter make: Makes the services, at once; they start in this order.
    /// - Returns: The token that keeps them going.
    public func attach(_ make: () -> [any Service<State, Action>]) -> ObservationToken {
        attach(dependencies.making(make))
    }

    /// Lets watchers see the state after every action, behind those that are there already (law 2).
    ///
    /// They are shown the state as it is, started in a turn of their own unless one is running, and stopped when
    /// the token goes or the machine is closed.
    ///
    /// - Parameter watchers: The watchers, in order.
    /// - Returns: The token that keeps them.
    func watch(_ watchers: [ActionWatcher<State>]) -> ObservationToken {
        let group = WatcherGroup(watchers, inbox: makeInbox())
        guard !isRefusingCompanion("A service or a feedback") else { return ObservationToken(holding: group) }
        self.watchers.append(group)
        storage.pointee.isAttended = true
        // A reducer has the state; what it leaves is the first thing they see.
        if storage.pointee.phase != .reducing { group.prime(storage.pointee.state) }
        if storage.pointee.phase == .idle {
            beginTurn()
            group.start()
            continueTurn()
        } else {
            group.start()
        }
        return ObservationToken(holding: group)
    }

    /// Tells everybody of an action: listeners, then watchers, each in the order of registration (law 2).
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - origin: Where it came from.
    ///   - group: The work that followed.
    /// - Returns: The same, or a new one if the first work is that of a feedback.
    func announce(_ action: Action, _ origin: ActionOrigin, _ group: EffectGroup?) -> EffectGroup? {
        tell(action, origin)
        guard !watchers.isEmpty else { return group }
        announcedGroup = group
        defer { announcedGroup = nil }
        var isSomebodyGone = false
        let present = watchers
        for index in 0..<present.count {
            guard let watcher = present[index] else {
                isSomebodyGone = true
                continue
            }
            // Nothing else is ever added to the list.
            unsafeDowncast(watcher, to: ActionWatcher<State>.self).look(at: storage.pointee.state)
        }
        if isSomebodyGone { watchers.removeReleased() }
        return announcedGroup
    }

    /// Whether the machine is closed, so that nothing can be added to it any more; if so, complains.
    func isRefusingCompanion(_ companion: String) -> Bool {
        guard closing != .open else { return false }
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .attachedAfterClose,
                message: """
                    \(companion) was added to the store of \(typeName(State.self)), which is \
                    closed\(Diagnostic.place(closedAt)): it does nothing.
                    """,
                remedy: "Add it before the store is closed, or to the store that takes its place."
            )
        )
        return true
    }
}
