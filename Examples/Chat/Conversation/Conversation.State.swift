// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Conversation {
    /// Something that was said here, and that the server has not echoed.
    package struct Pending: Equatable, Sendable, Identifiable {
        package let id: MessageID
        package let text: MessageText
    }

    /// A room as a member sees it who is, or wants to be, in it.
    package struct State: Equatable, Sendable, Identifiable {
        package let room: RoomName
        /// Whose client this is.
        package let account: AccountName
        /// Whether the server counts us in, on this connection.
        package internal(set) var isJoined = false
        /// What was said, without gaps; the newest, as many as are kept.
        package internal(set) var messages: [Message] = []
        /// The number of the newest message up to which all are known; `nil` before the server has said anything.
        package internal(set) var last: Int?
        /// What was said here and not echoed, in order.
        package internal(set) var pending: [Pending] = []
        package internal(set) var members: [Member] = []
        /// Messages that came before others that must come first.
        package internal(set) var early: [Int: Message] = [:]
        /// Whether a page was asked for and has not come.
        package internal(set) var isAsking = false
        /// After which message older ones were asked for that have not come.
        package internal(set) var olderAfter: Int?

        package var id: RoomName { room }

        package init(room: RoomName, account: AccountName) {
            self.room = room
            self.account = account
        }
    }

    /// How many messages a client keeps.
    package static let keptCount = 1000

    /// How many messages may come early; after more, all are asked for again.
    static let earlyLimit = 200
}

extension Conversation.State {
    /// Takes messages in their places: at the end, or aside until those before have come; known ones are dropped.
    ///
    /// - Parameter arriving: The messages.
    /// - Returns: The messages that are new at the end.
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

    /// Takes from what came early whatever can follow now.
    private mutating func moveEarly() -> [Message] {
        var moved: [Message] = []
        while let last, let next = early.removeValue(forKey: last + 1) {
            moved.append(next)
            self.last = last + 1
        }
        if let last, !early.isEmpty { early = early.filter { $0.key > last } }
        return moved
    }

    /// Puts older messages before those that are there, if they belong there.
    mutating func insertOlder(_ older: [Message]) {
        guard let first = messages.first?.number else { return }
        let older = older.filter { $0.number < first }.suffix(Conversation.keptCount - messages.count)
        guard older.last?.number == first - 1 else { return }
        messages = older + messages
    }

    /// Notes the echo of something that was said here.
    mutating func settle(_ message: Message) {
        if message.author == account { pending.removeAll { $0.id == message.id } }
    }
}
