// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The queue on which a `URLSession` tells what it receives.
enum CallbackQueue {
    #if canImport(FoundationNetworking)
    /// A queue that runs its blocks at once, on the thread that received the bytes.
    ///
    /// There the session can't pause a transfer: what waited in a queue of its own would fill the memory as
    /// fast as a server can send. A block may not wait for the session, which waits for the block.
    /// A transfer that was given up may go on while the server sends faster than it is read; it is dropped unread.
    static func make() -> OperationQueue? { ImmediateQueue() }
    #else
    /// The session's own queue, since there the session waits until a piece is taken.
    static func make() -> OperationQueue? { nil }
    #endif
}

#if canImport(FoundationNetworking)
// Unchecked as its superclass is, which is safe to share; no state is added.
private final class ImmediateQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif
