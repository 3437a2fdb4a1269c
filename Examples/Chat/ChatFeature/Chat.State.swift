// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Connection
package import Conversation
package import SignIn
package import Tributary

extension Chat {
    /// A notice for the person.
    package struct Notice: Equatable, Sendable {
        /// The number of the notice, so that the same text twice counts as two notices.
        package let number: Int
        package let text: String
        package let isProblem: Bool
    }

    /// The unread messages of a room that is not shown.
    package struct Unread: Equatable, Sendable {
        /// The number of messages.
        package internal(set) var count: Int
        /// The number of the first of them.
        package let first: Int
    }

    /// The state of the client.
    package struct State: Equatable, Sendable {
        package var connection: Connection.State
        package var signIn = SignIn.State()
        /// The rooms that the person is in, or wants to be in.
        package var rooms: IdentifiedArray<RoomName, Conversation.State> = []
        /// The room that is shown, and to which messages are sent.
        package internal(set) var current: RoomName?
        package internal(set) var notice: Notice?
        /// The unread messages of the rooms that are not shown.
        package internal(set) var unread: [RoomName: Unread] = [:]
        /// The first message that was unread when the current room was shown.
        package internal(set) var firstNew: Int?

        package init(backOff: BackOff = BackOff()) { connection = Connection.State(backOff: backOff) }
    }
}

extension Chat.State {
    /// The room that is shown.
    package var conversation: Conversation.State? { current.flatMap { rooms[id: $0] } }

    /// Whether the server answers, and has identified the client.
    package var isOnline: Bool { connection.phase == .online && signIn.isRecognised }

    /// Shows a room and marks its messages as read.
    mutating func show(_ room: RoomName?) {
        current = room
        firstNew = room.flatMap { unread.removeValue(forKey: $0)?.first }
    }

    mutating func note(_ text: String, isProblem: Bool = true) {
        notice = Chat.Notice(number: (notice?.number ?? 0) + 1, text: text, isProblem: isProblem)
    }
}
