// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
public import TributaryLog

/// An action for a store of a cluster, which another store sends.
public struct StoreCommand: Sendable {
    let store: StoreName
    private let encode: @Sendable () throws -> Data

    /// A command to a store.
    ///
    /// - Parameters:
    ///   - store: The store, of the same cluster.
    ///   - action: The action.
    /// - Returns: The command.
    public static func send<State: Codable & Sendable, Action: Journaled & Sendable>(
        to store: ClusterStore<State, Action>,
        _ action: Action
    ) -> StoreCommand {
        StoreCommand(store.name) { action }
    }

    init<Action: Journaled & Sendable>(_ store: StoreName, _ action: @escaping @Sendable () -> Action) {
        self.store = store
        encode = { try SentAction.encode(action(), in: nil) }
    }

    /// A message with the command; one that cannot be encoded has no contents, and its reader sets it aside.
    func message(id: String, at node: String) -> MailboxMessage {
        MailboxMessage(to: store.log, id: id, at: node, contents: [UInt8]((try? encode()) ?? Data()))
    }
}

extension LogTime {
    /// Not before a date; `nil` if it is none.
    init?(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.up)
        guard abs(milliseconds) < 9e15 else { return nil }
        self.init(milliseconds: Int(milliseconds))
    }
}
