// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Waits until no effect runs or waits, including effects that follow from these.
    ///
    /// Feedbacks and streams are effects, too: if one lasts until it is cancelled, this returns when it is cancelled. Actions sent
    /// through handles before are reduced first. If the waiting task is cancelled, this returns and the effects continue.
    public nonisolated(nonsending) func finish() async {
        while !Task.isCancelled {
            openInbox()
            let groups = attending { effects.unfinishedGroups } + commits
            guard !groups.isEmpty else { return }
            for group in groups { await group.finishUnlessCancelled() }
        }
    }

    /// The commits in flight.
    private var commits: [EffectGroup] {
        recording?.waiting.makeGroups() ?? []
    }

    /// Begins delayed, debounced and throttled effects that wait, and waits for them.
    ///
    /// ```swift
    /// machine.send(.edited)        // its reducer debounces the save
    /// await machine.flush()        // saves now
    /// machine.close()
    /// ```
    /// It waits for these effects, for effects that were deferred and run by now, and for effects that their actions start. It does
    /// not wait for a `stream`, a publisher, or a feedback, which may never end, nor for a delay that begins meanwhile, such as the
    /// next one of a poll. To wait for effects that were not deferred, use `finish`. An effect that begins early has the task-local
    /// values of the caller. Actions sent through handles before are reduced first. If the waiting task is cancelled, this returns
    /// and the effects continue.
    public nonisolated(nonsending) func flush() async {
        openInbox()
        for commit in commits { await commit.finishUnlessCancelled() }
        for group in effects.beginWaiting() where !Task.isCancelled { await group.finishUnlessCancelled() }
    }
}

extension StoreActor {
    /// Waits until no effect runs or waits any more, and none follows, as `Store.finish()` does.
    public func finish() async { await machine.finish() }

    /// Lets delayed, debounced and throttled effects begin now, and waits for them, as `Store.flush()` does.
    public func flush() async { await machine.flush() }
}

extension Store {
    /// Waits until no effect of the store runs or waits, including effects that follow from these.
    ///
    /// Feedbacks and streams are effects, too: if one lasts until it is cancelled, this returns when it is cancelled; `flush()`
    /// does not wait for these. Actions sent through handles before are reduced first. A scope waits for its whole store, a mirror
    /// also for the store that it mirrors. If the waiting task is cancelled, this returns and the effects continue.
    public func finish() async { await part.machine.finish() }

    /// Begins delayed, debounced and throttled effects that wait, and waits for them.
    ///
    /// ```swift
    /// store.send(.edited)          // its reducer debounces the save
    /// await store.flush()          // saves now
    /// store.close()
    /// ```
    /// It waits for these effects, for effects that were deferred and run by now, and for effects that their actions start. It does
    /// not wait for a `stream`, a publisher, or a feedback, which may never end, nor for a delay that begins meanwhile, such as the
    /// next one of a poll. To wait for effects that were not deferred, use `finish()`. An effect that begins early has the
    /// task-local values of the caller. Actions sent through handles before are reduced first. A scope flushes its whole store, a
    /// mirror the store that it mirrors. If the waiting task is cancelled, this returns and the effects continue.
    public func flush() async { await part.machine.flush() }
}
