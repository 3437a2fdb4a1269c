// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Does work that changes the state, such as marking a collection, while no other code accesses it.
    ///
    /// In a turn, that is after the current call has returned, because it may borrow the state.
    func beginAtRest(_ work: @escaping () -> Void) {
        guard storage.pointee.phase != .idle else { return work() }
        waitingForRest.append(work)
        storage.pointee.isAttended = true
    }

    /// Does the work that waited until no code accessed the state.
    func workAtRest() {
        while !waitingForRest.isEmpty {
            let waiting = waitingForRest
            waitingForRest = []
            for work in waiting { work() }
        }
    }

    /// Begins the feedbacks whose queries are in the state already.
    ///
    /// - Parameters:
    ///   - feedbacks: The feedbacks of a tree of reducers.
    ///   - mounted: Whose they are, if they are not the machine's own.
    func begin(
        _ feedbacks: Watch<State, Action>,
        of mounted: MountedReducer<State, Action>? = nil
    ) {
        attending {
            guard feedbacks.isDue(storage.pointee.state) else { return }
            let phase = storage.pointee.phase
            storage.pointee.phase = .reducing
            let effect = feedbacks.answer(&storage.pointee.state)
            storage.pointee.phase = phase
            var group: EffectGroup?
            afterCommits {
                begin(effect, group: &group) { group in
                    guard let mounted else { return rootContext(group: group) }
                    return context(of: mounted, group: group)
                }
                settleEffects()
            }
            storage.pointee.isAttended = true
        }
    }
}
