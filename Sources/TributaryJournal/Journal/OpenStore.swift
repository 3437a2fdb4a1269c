// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A store of a journal: whether it is open, and its writer.
final class OpenStore: Sendable {
    private struct State {
        var isOpen = true
        var finish: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    /// Whether the store is there, or is being opened.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Sets the store's writer.
    func write<Action>(by writer: LogWriter<Action>) {
        state.withLock { $0.finish = { [weak writer] in await writer?.finish() } }
    }

    func release() { state.withLock { $0.isOpen = false } }

    /// Waits until everything is written that the store did.
    func finish() async { await state.withLock { $0.finish }?() }
}

/// Reports the release of a store.
final class OpenToken: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
