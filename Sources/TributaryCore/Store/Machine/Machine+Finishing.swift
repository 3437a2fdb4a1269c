// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Waits until nothing runs any more: no effect, none that waits, and none that follows from these.
    ///
    /// Feedbacks and streams are effects, too: where one lasts until it is cancelled, this returns when it is cancelled.
    /// What was sent through handles before is reduced first. When the waiting task is cancelled this returns, and the
    /// effects go on.
    public nonisolated(nonsending) func finish() async {
        while !Task.isCancelled {
            openInbox()
            let groups = effects.unfinishedGroups
            guard !groups.isEmpty else { return }
            for group in groups { await group.finishUnlessCancelled() }
        }
    }

    /// Lets delayed, debounced and throttled effects that wait begin now, and waits for them.
    ///
    /// ```swift
    /// machine.send(.edited)        // its reducer debounces the save
    /// await machine.flush()        // saves now
    /// machine.close()
    /// ```
    /// It waits for these effects, for those which have waited before and run by now, and for what their actions start:
    /// but neither for a `stream`, a publisher or a feedback, which may never end, nor for a wait that begins meanwhile,
    /// such as the next of a poll that starts itself again. Effects that were not deferred are waited for by `finish`.
    /// An effect that begins early has the task-local values of the caller. What was sent through handles before is
    /// reduced first. When the waiting task is cancelled this returns, and the effects go on.
    public nonisolated(nonsending) func flush() async {
        openInbox()
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
    /// Waits until nothing runs any more: no effect of the store, none that waits, and none that follows from these.
    ///
    /// Feedbacks and streams are effects, too: where one lasts until it is cancelled, this returns when it is cancelled;
    /// `flush()` does not wait for these. What was sent through handles before is reduced first. A scope waits for its
    /// whole store, a mirror also for the store that it mirrors. When the waiting task is cancelled this returns, and the
    /// effects go on.
    public func finish() async { await core.finish() }

    /// Lets delayed, debounced and throttled effects that wait begin now, and waits for them.
    ///
    /// ```swift
    /// store.send(.edited)          // its reducer debounces the save
    /// await store.flush()          // saves now
    /// store.close()
    /// ```
    /// It waits for these effects, for those which have waited before and run by now, and for what their actions start:
    /// but neither for a `stream`, a publisher or a feedback, which may never end, nor for a wait that begins meanwhile,
    /// such as the next of a poll that starts itself again. Effects that were not deferred are waited for by `finish()`.
    /// An effect that begins early has the task-local values of the caller. What was sent through handles before is
    /// reduced first. A scope flushes its whole store, a mirror the store that it mirrors. When the waiting task is
    /// cancelled this returns, and the effects go on.
    public func flush() async { await core.flush() }
}
