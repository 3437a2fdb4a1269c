// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
internal import Dispatch

/// Calls a closure on the main actor: at once if this is the main actor's queue, else soon.
func onMainActor(_ body: @escaping @MainActor () -> Void) {
    if MainQueue.isCurrent {
        MainActor.assumeIsolated(body)
    } else {
        Task { @MainActor in body() }
    }
}

/// The queue behind the main actor.
private enum MainQueue {
    // Not by the thread: on Linux, the queue leaves the main thread when an asynchronous `main` waits.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) != nil }

    private static let mark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}
#endif
