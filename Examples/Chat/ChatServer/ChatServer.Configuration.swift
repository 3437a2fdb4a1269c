// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Accounts
package import ChatProtocol
package import ChatSocket
import Foundation
package import Rooms
package import Tributary

extension ChatServer {
    /// What can be set, with what is right for most.
    package struct Configuration: Sendable {
        /// Where the server listens.
        ///
        /// It speaks in the clear: other machines should reach it through a proxy that
        /// speaks TLS.
        package var host = "127.0.0.1"
        /// The port; zero for any that is free.
        package var port = 0
        /// What guessing a password shall cost.
        package var passwordCost = PasswordHash.Cost.recommended
        /// Over how many connections people may be signed in; one more is asked to come back later.
        package var connectionLimit = 1024
        /// How many connections there may be without a signed-in member; one more pushes another one out.
        package var strangerLimit = 512
        /// How many of those may come from one address; a proxy is one, too.
        package var strangerLimitOfAddress = 256
        /// The rooms that guests may enter: those without an account.
        package var guestRooms: Set<RoomName> = []
        /// Over how many of the connections that may be signed in guests may be; members always find a place.
        package var guestLimit = 256
        /// How many frames a guest may send in a second.
        package var guestFramesPerSecond = 60
        /// Where else a page may come from than from this machine or an address in digits: `https://chat.example.org`.
        package var origins: Set<String> = []
        /// How many rooms there may be while the server runs.
        package var roomLimit = 1000
        /// How many frames a connection may send in a second.
        package var framesPerSecond = 200
        /// How long a connection may take to ask for the chat.
        package var requestTime = Duration.seconds(10)
        /// How long a stranger may stay.
        package var signInTime = Duration.seconds(60)
        /// What measures these times.
        package var clock: any Clock<Duration> = ContinuousClock()
        /// How many messages may wait to be written to a connection, and how many bytes.
        package var outboxCount = 2048
        package var outboxBytes = 2 * 1024 * 1024
        /// What holds for every connection.
        package var rules = SocketRules(peer: .client, limit: FrameCoding.clientLimit)
        /// The time, in seconds since 1970.
        package var now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
        /// Takes what happens, one line each, without passwords, codes, tokens and messages.
        package var log = LogSink.silent
        /// Called with each room when it is opened, before anybody enters it.
        package var opened: @Sendable (RoomName, StoreActor<Room.State, Room.Action>) async -> Void = {
            _,
            _ in
        }

        package init() {}
    }
}
