// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Does something that changes the state, such as marking what was looked at, where nothing else has it.
    ///
    /// In a turn that is when what was called has returned: it may have been shown the state where it lies.
    func beginAtRest(_ work: @escaping () -> Void) {
        guard storage.pointee.phase != .idle else { return work() }
        waitingForRest.append(work)
        storage.pointee.isAttended = true
    }

    /// Does what waited for the state to be at rest.
    func workAtRest() {
        while !waitingForRest.isEmpty {
            let waiting = waitingForRest
            waitingForRest = []
            for work in waiting { work() }
        }
    }

    /// Begins the feedbacks that the state asks for already.
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
