// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Effects that run until they are cancelled, with a record of those running and those started.
package final class RunRecorder: Sendable {
    private struct State {
        var running: [String: Int] = [:]
        var starts: [String: Int] = [:]
        var waiting: [Waiting] = []
    }

    private struct Waiting {
        let isDone: @Sendable ([String: Int], [String: Int]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())
    private let never = Gate()

    package init() {}

    /// How often each run was started until now.
    package var starts: [String: Int] { state.withLock { $0.starts } }

    /// Runs until the task is cancelled.
    package func run(_ name: String) async {
        change { state in
            state.running[name, default: 0] += 1
            state.starts[name, default: 0] += 1
        }
        try? await never.wait()
    }

    /// Records a run that ends at once.
    package func note(_ name: String) { change { $0.starts[name, default: 0] += 1 } }

    /// Records the end of a run.
    package func end(_ name: String) {
        change { state in
            state.running[name, default: 0] -= 1
            if state.running[name] == 0 { state.running[name] = nil }
        }
    }

    /// Waits until exactly these run, each once.
    package func isRunning(_ names: some Sequence<String>) async {
        await isRunning(Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +))
    }

    /// Waits until exactly these run, each as often as given.
    package func isRunning(_ expected: [String: Int]) async {
        await wait { running, _ in running == expected }
    }

    /// Waits until a number of runs were started.
    package func hasStarted(_ count: Int) async {
        await wait { _, starts in starts.values.reduce(0, +) >= count }
    }

    private func wait(until isDone: @escaping @Sendable ([String: Int], [String: Int]) -> Bool) async {
        await withCheckedContinuation { continuation in
            change { $0.waiting.append(Waiting(isDone: isDone, continuation: continuation)) }
        }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let resumed = state.withLock { state in
            body(&state)
            var resumed: [CheckedContinuation<Void, Never>] = []
            state.waiting.removeAll { waiting in
                guard waiting.isDone(state.running, state.starts) else { return false }
                resumed.append(waiting.continuation)
                return true
            }
            return resumed
        }
        for continuation in resumed { continuation.resume() }
    }
}
