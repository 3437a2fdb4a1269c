// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProtocol
import Tributary

/// A room in the list of entered rooms.
package struct RoomTab: Equatable {
    package let text: String
    package let isShown: Bool
    package let isUnread: Bool

    static func all(_ state: Chat.State) -> [RoomTab] {
        state.rooms.ids.map { room in
            let count = state.unread[room]?.count
            return RoomTab(
                text: room.text + (count.map { " (\($0))" } ?? ""),
                isShown: room == state.current,
                isUnread: count != nil
            )
        }
    }
}
