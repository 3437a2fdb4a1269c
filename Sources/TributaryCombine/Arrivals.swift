// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
internal import Synchronization

/// Brings values from any thread to the main actor, in the order in which they came.
final class Arrivals<Value: Sendable>: Sendable {
    private let waiting = Mutex<ArraySlice<Value>>([])
    private let receive: @MainActor (Value) -> Void

    init(receive: @escaping @MainActor (Value) -> Void) { self.receive = receive }

    func add(_ value: Value) {
        waiting.withLock { $0.append(value) }
        onMainActor { self.empty() }
    }

    @MainActor
    private func empty() {
        while let value = waiting.withLock({ $0.popFirst() }) { receive(value) }
    }
}
#endif
