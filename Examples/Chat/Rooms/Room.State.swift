// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Room {
    /// A connection that is in the room; an account may have several.
    package struct Visitor: Hashable, Sendable, Codable, Comparable {
        /// The current run of the server that it is connected to.
        package let run: String
        package let number: Int

        package init(_ number: Int, at run: String) { (self.run, self.number) = (run, number) }

        package static func < (left: Self, right: Self) -> Bool {
            (left.number, left.run) < (right.number, right.run)
        }
    }

    /// The messages of a room, and its members.
    package struct State: Hashable, Sendable {
        package let name: RoomName
        /// The messages, in order.
        ///
        /// The first message has the number 1, and there are no gaps.
        package private(set) var messages: [Message] = []
        /// The members, by connection.
        package internal(set) var members: [Visitor: Member] = [:]
        /// The numbers of the messages, to detect repeated delivery.
        private var numbers: [Key: Int] = [:]

        private struct Key: Hashable {
            let author: AccountName
            let id: MessageID
        }

        /// Makes a room without members.
        ///
        /// - Parameters:
        ///   - name: The name of the room.
        ///   - messages: The messages, numbered from one without gaps.
        package init(name: RoomName, messages: [Message] = []) {
            self.name = name
            for message in messages { append(message) }
        }

        mutating func append(_ message: Message) {
            messages.append(message)
            numbers[Key(author: message.author, id: message.id)] = message.number
        }

        /// The message with an author's identifier.
        func message(_ id: MessageID, by author: AccountName) -> Message? {
            numbers[Key(author: author, id: id)].map { messages[$0 - 1] }
        }

        /// The number of the newest message; zero if there is none.
        package var last: Int { messages.count }

        /// Messages after a number, as many as fit into a frame.
        func page(after: Int) -> [Message] {
            Array(messages.dropFirst(max(0, after)).prefix(FrameCoding.pageLength))
        }

        /// All connections in the room; those of one server in the order in which they came.
        package var visitors: [Visitor] { members.keys.sorted() }

        /// Whether an account is in the room, by any connection.
        package func isPresent(_ account: AccountName) -> Bool {
            members.values.contains { $0.account == account }
        }

        /// The members, each account once, sorted by name.
        package var present: [Member] {
            var seen: Set<AccountName> = []
            return members.sorted {
                ($0.value.account, $0.key) < ($1.value.account, $1.key)
            }
            .map(\.value).filter { seen.insert($0.account).inserted }
        }
    }
}

// The content of a snapshot of the room.
extension Room.State: Codable {
    private enum CodingKeys: CodingKey { case name, messages, members }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(RoomName.self, forKey: .name),
            messages: try container.decode([Message].self, forKey: .messages)
        )
        members = try container.decode([Room.Visitor: Member].self, forKey: .members)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(messages, forKey: .messages)
        try container.encode(members, forKey: .members)
    }
}
