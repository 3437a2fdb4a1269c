// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Hears of every action from now on, after its reducers and before the next one (laws 2 and 4).
    ///
    /// - Parameter onAction: Hears the action, where it came from, and the state after it. What it sends waits
    ///   until the actions that already wait are done.
    /// - Returns: The token that keeps the listener alive.
    public func onAction(_ onAction: @escaping (ActionRecord<State, Action>) -> Void) -> ObservationToken {
        listen(
            ScopedActionListener(
                scope: nil,
                extract: { $0 },
                read: { state, body in
                    body(state)
                    return true
                },
                onAction: onAction
            )
        )
    }

    func listen(_ listener: ActionListener<State, Action>) -> ObservationToken {
        listeners.append(listener)
        storage.pointee.isAttended = true
        return ObservationToken(holding: listener)
    }

    /// Tells whoever listens of an action, in the order of registration.
    func tell(_ action: Action, _ origin: ActionOrigin) {
        if !listeners.isEmpty { tellListeners(action, origin) }
    }

    private func tellListeners(_ action: Action, _ origin: ActionOrigin) {
        var isSomebodyGone = false
        let present = listeners
        for index in 0..<present.count {
            guard let listener = present[index] else {
                isSomebodyGone = true
                continue
            }
            // Nothing else is ever added to the list.
            unsafeDowncast(listener, to: ActionListener<State, Action>.self)
                .hear(action, origin, storage.pointee.state)
        }
        if isSomebodyGone { listeners.removeReleased() }
    }
}
