// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryLog
import TributaryTesting

/// A log that makes nothing durable while a test holds it.
final class HeldLog: ForwardingMailbox {
    /// Holds writes back for a test.
    final class Hold: Sendable {
        private let asked = AsyncStream<Void>.makeStream()
        private let gate = AsyncStream<Void>.makeStream()

        /// Waits until something is to be appended.
        func isAsked() async { for await _ in asked.stream { break } }

        /// Resumes all writes.
        func goOn() { gate.continuation.finish() }

        fileprivate func wait() async {
            asked.continuation.yield()
            for await _ in gate.stream {}
        }
    }

    let log: any Mailbox
    private let held = Mutex<Hold?>(nil)

    init(_ log: any Mailbox) { self.log = log }

    func hold() -> Hold {
        let hold = Hold()
        held.withLock { $0 = hold }
        return hold
    }

    func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        await held.withLock { $0 }?.wait()
        try await log.append(commit, changing: changes)
    }
}
