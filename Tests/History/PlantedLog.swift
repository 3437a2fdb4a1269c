// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryLog

/// A log with a fault, which `history.py` has to find.
final class PlantedLog: ForwardingMailbox {
    enum Fault: String {
        /// A commit is acknowledged before it is durable.
        case early

        /// A message is delivered twice.
        case double
    }

    let log: any Mailbox
    private let fault: Fault
    private let appends: AsyncStream<(LogCommit, [MailboxChange])>.Continuation

    init(_ log: any Mailbox, _ fault: Fault) {
        (self.log, self.fault) = (log, fault)
        let (stream, continuation) = AsyncStream.makeStream(of: (LogCommit, [MailboxChange]).self)
        appends = continuation
        Task {
            for await (commit, changes) in stream { try? await log.append(commit, changing: changes) }
        }
    }

    func append(_ commit: LogCommit) async throws { try await append(commit, changing: []) }

    func append(_ commit: LogCommit, changing changes: [MailboxChange]) async throws {
        if fault == .early {
            appends.yield((commit, changes))
        } else {
            try await log.append(commit, changing: changes)
        }
    }

    func change(_ changes: [MailboxChange], isDurable: Bool) async throws {
        let doubled = changes.compactMap { change -> MailboxChange? in
            guard fault == .double, case .put(var message) = change, message.kind == .command else {
                return nil
            }
            (message.id, message.sender) = ("\(message.id) again", nil)
            return .put(message)
        }
        try await log.change(changes + doubled, isDurable: isDurable)
    }
}
