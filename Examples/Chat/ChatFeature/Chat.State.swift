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

    /// All that the client knows.
    package struct State: Equatable, Sendable {
        package var connection: Connection.State
        package var signIn = SignIn.State()
        /// The rooms that the person is, or wants to be, in.
        package var rooms: IdentifiedArray<RoomName, Conversation.State> = []
        /// The room that is shown, and spoken in.
        package internal(set) var current: RoomName?
        package internal(set) var notice: Notice?

        package init(backOff: BackOff = BackOff()) { connection = Connection.State(backOff: backOff) }
    }
}

extension Chat.State {
    /// The room that is shown.
    package var conversation: Conversation.State? { current.flatMap { rooms[id: $0] } }

    /// Whether the server answers, and knows who it is.
    package var isOnline: Bool { connection.phase == .online && signIn.isRecognised }

    mutating func note(_ text: String, isProblem: Bool = true) {
        notice = Chat.Notice(number: (notice?.number ?? 0) + 1, text: text, isProblem: isProblem)
    }
}
