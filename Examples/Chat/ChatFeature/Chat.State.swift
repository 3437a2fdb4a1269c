// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Connection
package import Conversation
package import SignIn
package import Tributary

extension Chat {
    /// Something that a person should see.
    package struct Notice: Equatable, Sendable {
        /// Counts the notices, so that the same words twice are two.
        package let number: Int
        package let text: String
        package let isProblem: Bool
    }

    /// What has come to a room that was not shown.
    package struct Unread: Equatable, Sendable {
        /// How many messages there are.
        package internal(set) var count: Int
        /// The number of the first of them.
        package let first: Int
    }

    /// All that the client knows.
    package struct State: Equatable, Sendable {
        package var connection: Connection.State
        package var signIn = SignIn.State()
        /// The rooms that the person is, or wants to be, in.
        package var rooms: IdentifiedArray<RoomName, Conversation.State> = []
        /// The room that is shown, and spoken in.
        package internal(set) var current: RoomName?
        package internal(set) var notice: Notice?
        /// What has come to the rooms that are not shown.
        package internal(set) var unread: [RoomName: Unread] = [:]
        /// The first message that was unread when the room that is shown was shown.
        package internal(set) var firstNew: Int?

        package init(backOff: BackOff = BackOff()) { connection = Connection.State(backOff: backOff) }
    }
}

extension Chat.State {
    /// The room that is shown.
    package var conversation: Conversation.State? { current.flatMap { rooms[id: $0] } }

    /// Whether the server answers, and knows who it is.
    package var isOnline: Bool { connection.phase == .online && signIn.isRecognised }

    /// Shows a room: what came to it is read now.
    mutating func show(_ room: RoomName?) {
        current = room
        firstNew = room.flatMap { unread.removeValue(forKey: $0)?.first }
    }

    mutating func note(_ text: String, isProblem: Bool = true) {
        notice = Chat.Notice(number: (notice?.number ?? 0) + 1, text: text, isProblem: isProblem)
    }
}
