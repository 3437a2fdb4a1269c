// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
package import ChatSocket
import Foundation
package import Logging
package import Rooms
package import Tributary

extension ChatServer {
    /// The settings of a server; the defaults suit most.
    package struct Configuration: Sendable {
        /// The address to listen on.
        ///
        /// The server does not encrypt: other machines should reach it through a proxy that speaks TLS.
        package var host = "127.0.0.1"
        /// The port; zero selects any free port.
        package var port = 0
        /// The cost of guessing a password.
        package var passwordCost = PasswordHash.Cost.recommended
        /// The limit of signed-in connections; further ones are asked to come back later.
        package var connectionLimit = 1024
        /// The limit of connections without a signed-in member; one more disconnects an older one.
        package var strangerLimit = 512
        /// The limit of those from one address; a proxy is one address, too.
        package var strangerLimitOfAddress = 256
        /// The rooms that guests, who have no account, may enter.
        package var guestRooms: Set<RoomName> = []
        /// The limit of guests among the signed-in connections, so that members always find a place.
        package var guestLimit = 256
        /// The number of frames that a guest may send per second.
        package var guestFramesPerSecond = 60
        /// Further origins of allowed pages, such as `https://chat.example.org`; this machine and numeric
        /// addresses are always allowed.
        package var origins: Set<String> = []
        /// The number of rooms that may exist while the server runs.
        package var roomLimit = 1000
        /// The number of frames that a connection may send per second.
        package var framesPerSecond = 200
        /// The time within which a connection must request the chat.
        package var requestTime = Duration.seconds(10)
        /// The time within which a connection must sign in.
        package var signInTime = Duration.seconds(60)
        /// The clock for these times.
        package var clock: any Clock<Duration> = ContinuousClock()
        /// The limits of messages, and of bytes, that wait to be written to a connection.
        package var outboxCount = 2048
        package var outboxBytes = 2 * 1024 * 1024
        /// The rules for every connection.
        package var rules = SocketRules(peer: .client, limit: FrameCoding.clientLimit)
        /// The time, in seconds since 1970.
        package var now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
        /// Receives events, one line each, without passwords, codes, tokens, or messages.
        package var logger = Logger(label: "chat-server") { _ in SwiftLogNoOpLogHandler() }
        /// Called with each room when it is opened, before any visitor enters it.
        package var opened: @Sendable (RoomName, StoreActor<Room.State, Room.Action>) async -> Void = {
            _,
            _ in
        }

        package init() {}
    }
}
