// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The queue for the callbacks of a `URLSession`.
enum CallbackQueue {
    #if canImport(FoundationNetworking)
    /// A queue that runs its blocks at once, on the thread that received the bytes.
    ///
    /// On this platform, the session cannot pause a transfer: data waiting in a queue would fill the memory
    /// as fast as a server can send. A block must not wait for the session, which waits for the block. An
    /// abandoned transfer may continue while the server sends faster than it is read; its data is dropped.
    static func make() -> OperationQueue? { ImmediateQueue() }
    #else
    /// The session's own queue, because on this platform the session waits until a piece is received.
    static func make() -> OperationQueue? { nil }
    #endif
}

#if canImport(FoundationNetworking)
// Unchecked as its superclass is, which is safe to share; no state is added.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif
