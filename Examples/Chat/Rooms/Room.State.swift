// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Room {
    /// A connection that is in the room; the same account may be there by several.
    package struct Visitor: Hashable, Sendable, Codable, Comparable {
        /// The server that it leads to, as it runs now.
        package let run: String
        package let number: Int

        package init(_ number: Int, at run: String) { (self.run, self.number) = (run, number) }

        package static func < (left: Self, right: Self) -> Bool {
            (left.number, left.run) < (right.number, right.run)
        }
    }

    /// What was said, and who is here.
    package struct State: Hashable, Sendable {
        package let name: RoomName
        /// What was said, in its order.
        ///
        /// The first message is the one with the number 1, and there is no gap.
        package private(set) var messages: [Message] = []
        /// Who is here, by connection.
        package internal(set) var members: [Visitor: Member] = [:]
        /// The numbers of the messages, so that one that is delivered again is known.
        private var numbers: [Key: Int] = [:]

        private struct Key: Hashable {
            let author: AccountName
            let id: MessageID
        }

        /// Starts with nobody in it.
        ///
        /// - Parameters:
        ///   - name: The name of the room.
        ///   - messages: What was said, numbered from one without gaps.
        package init(name: RoomName, messages: [Message] = []) {
            self.name = name
            for message in messages { append(message) }
        }

        mutating func append(_ message: Message) {
            messages.append(message)
            numbers[Key(author: message.author, id: message.id)] = message.number
        }

        /// The message that an author's client called so.
        func message(_ id: MessageID, by author: AccountName) -> Message? {
            numbers[Key(author: author, id: id)].map { messages[$0 - 1] }
        }

        /// The number of the newest message; zero when there is none.
        package var last: Int { messages.count }

        /// Messages after a number, at most as many as fit into a frame.
        func page(after: Int) -> [Message] {
            Array(messages.dropFirst(max(0, after)).prefix(FrameCoding.pageLength))
        }

        /// Every connection that is here; those of a server in the order in which they came.
        package var visitors: [Visitor] { members.keys.sorted() }

        /// Whether an account is here, by any connection.
        package func isPresent(_ account: AccountName) -> Bool {
            members.values.contains { $0.account == account }
        }

        /// Who is here, each account once, in the order of their names.
        package var present: [Member] {
            var seen: Set<AccountName> = []
            return members.sorted {
                ($0.value.account, $0.key) < ($1.value.account, $1.key)
            }
            .map(\.value).filter { seen.insert($0.account).inserted }
        }
    }
}

// What a snapshot of the room holds.
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
