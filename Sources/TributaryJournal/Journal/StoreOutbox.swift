// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TributaryLog

/// The messages that become durable with the commits of a store.
package struct StoreOutbox<State: Sendable, Action: Sendable>: Sendable {
    /// A message to the store itself at a time.
    package struct Reminder: Sendable {
        let name: String
        let due: @Sendable (State) -> LogTime?
        let message: @Sendable (_ id: String, _ due: LogTime) -> MailboxMessage

        package init(
            _ name: String,
            due: @escaping @Sendable (State) -> LogTime?,
            message: @escaping @Sendable (_ id: String, _ due: LogTime) -> MailboxMessage
        ) {
            (self.name, self.due, self.message) = (name, due, message)
        }
    }

    /// The messages that an action sends, which became an entry.
    package var sends: [@Sendable (_ action: Action, _ entry: Int) -> MailboxMessage?] = []
    package var reminders: [Reminder] = []

    package init() {}
}

/// The reminders of a store after its last commit.
struct StoreReminders<State: Sendable> {
    private let store: String

    /// The time of each reminder; `nil` if the contents of the mailbox are not known.
    private var times: [LogTime?]?

    /// - Parameters:
    ///   - store: The name of the log.
    ///   - times: The times of a state whose reminders are in the mailbox, or were there.
    init(of store: String, times: [LogTime?]?) { (self.store, self.times) = (store, times) }

    /// The changes by which the mailbox has the reminders of a state.
    mutating func changes<Action: Sendable>(
        to state: State,
        _ reminders: [StoreOutbox<State, Action>.Reminder]
    ) -> [MailboxChange] {
        var changes: [MailboxChange] = []
        let new = reminders.map { $0.due(state) }
        for (index, reminder) in reminders.enumerated() {
            let former = times?[index]
            guard times == nil || former != new[index] else { continue }
            if let former { changes.append(.cancel(store: store, id: Self.id(reminder.name, former))) }
            if let due = new[index] {
                changes.append(.put(reminder.message(Self.id(reminder.name, due), due)))
            }
        }
        times = new
        return changes
    }

    /// The same for the same time, so that the store recognizes a repeated reminder, while one for another time is another command.
    private static func id(_ name: String, _ due: LogTime) -> String {
        "reminder \(name) \(due.milliseconds)"
    }
}
