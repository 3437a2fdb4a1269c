// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts objects that live, to see whether all of them are released in the end.
package final class LiveObjects: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var count: Int { state.withLock { $0.count } }

    /// Makes an object that is counted until it is released, on whichever thread.
    package func make() -> any AnyObject & Sendable { Counted(self) }

    /// Waits until no object lives any more: a task that holds one may need a moment to end.
    package func allReleased() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func change(by difference: Int) {
        let waiting = state.withLock { state in
            state.count += difference
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private final class Counted: Sendable {
        private let objects: LiveObjects

        init(_ objects: LiveObjects) {
            self.objects = objects
            objects.change(by: 1)
        }

        deinit { objects.change(by: -1) }
    }
}
