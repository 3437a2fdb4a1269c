// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Conversation {
    /// A message from this client that the server has not echoed.
    package struct Pending: Hashable, Sendable, Identifiable {
        package let id: MessageID
        package let text: MessageText
    }

    /// A room that the member is in, or wants to be in.
    package struct State: Hashable, Sendable, Identifiable {
        package let room: RoomName
        /// The account of this client.
        package let account: AccountName
        /// Whether the client has entered the room on the current connection.
        package internal(set) var isJoined = false
        /// The newest messages, without gaps, up to the limit.
        package internal(set) var messages: [Message] = []
        /// The number of the newest message up to which all are known; `nil` before the server has sent any.
        package internal(set) var last: Int?
        /// The messages of this client that are not echoed yet, in order.
        package internal(set) var pending: [Pending] = []
        package internal(set) var members: [Member] = []
        /// Messages that arrived before an earlier one.
        package internal(set) var early: [Int: Message] = [:]
        /// Whether a page was requested and has not arrived.
        package internal(set) var isAsking = false
        /// The message after which older ones were requested, while they have not arrived.
        package internal(set) var olderAfter: Int?

        package var id: RoomName { room }

        package init(room: RoomName, account: AccountName) {
            self.room = room
            self.account = account
        }
    }

    /// The number of messages that a client stores.
    package static let keptCount = 1000

    /// The number of messages that may arrive early; after more, all are requested again.
    static let earlyLimit = 200
}

extension Conversation.State {
    /// Inserts messages at their positions: at the end, or aside until earlier ones have arrived; known
    /// messages are dropped.
    ///
    /// - Parameter arriving: The messages.
    /// - Returns: The messages that were appended.
    mutating func insert(_ arriving: [Message]) -> [Message] {
        var added = moveEarly()
        for message in arriving {
            if let last, message.number == last + 1 {
                self.last = last + 1
                added.append(message)
                added += moveEarly()
            } else if message.number > last ?? 0, early.count < Conversation.earlyLimit {
                early[message.number] = message
            }
        }
        messages += added
        if messages.count > Conversation.keptCount {
            messages.removeFirst(messages.count - Conversation.keptCount)
        }
        return added
    }

    /// Appends the early messages that can follow now.
    private mutating func moveEarly() -> [Message] {
        var moved: [Message] = []
        while let last, let next = early.removeValue(forKey: last + 1) {
            moved.append(next)
            self.last = last + 1
        }
        if let last, !early.isEmpty { early = early.filter { $0.key > last } }
        return moved
    }

    /// Inserts older messages before the loaded ones, if they adjoin them.
    mutating func insertOlder(_ older: [Message]) {
        guard let first = messages.first?.number else { return }
        let older = older.filter { $0.number < first }.suffix(Conversation.keptCount - messages.count)
        guard older.last?.number == first - 1 else { return }
        messages = older + messages
    }

    /// Removes the pending message of an echo.
    mutating func settle(_ message: Message) {
        if message.author == account { pending.removeAll { $0.id == message.id } }
    }
}
