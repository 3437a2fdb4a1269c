// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Connection
import Synchronization

let hall = RoomName.sample("hall")
let ada = AccountName.sample("ada")
let bob = AccountName.sample("bob")

func text(_ text: String) -> MessageText { MessageText.sample(text) }

/// A message, by default of another author.
func message(_ number: Int, _ text: String = "…", by author: AccountName = bob, id: MessageID? = nil)
    -> Message
{
    Message(
        number: number,
        id: id ?? MessageID.sample(String(repeating: "0", count: 7) + String(number % 10)),
        author: author,
        name: DisplayName(author),
        text: MessageText.sample(text),
        time: 0
    )
}

/// A way to a server whose part the test plays.
final class ScriptedLink: Sendable {
    private struct Socket {
        let number: Int
        let events: AsyncStream<LinkEvent>.Continuation
    }

    private let socket = Mutex<Socket?>(nil)
    private let log = Mutex<[ClientFrame]>([])
    private let answer: @Sendable (ClientFrame) -> [LinkEvent]
    private let opensAtOnce: Bool

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - answer: Called when a frame is sent.
    ///   - opensAtOnce: Whether a socket is open as soon as it is requested.
    init(answer: @escaping @Sendable (ClientFrame) -> [LinkEvent] = { _ in [] }, opensAtOnce: Bool = false) {
        self.answer = answer
        self.opensAtOnce = opensAtOnce
    }

    /// The frames that were sent since the last call.
    func sent() -> [ClientFrame] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    /// Emits events of the open socket.
    func happen(_ events: LinkEvent...) {
        socket.withLock { socket in
            for event in events { socket?.events.yield(event) }
        }
    }

    var link: ChatLink {
        ChatLink { [self] number in
            AsyncStream { events in
                socket.withLock { $0 = Socket(number: number, events: events) }
                if opensAtOnce { events.yield(.opened) }
            }
        } send: { [self] number, frame in
            guard socket.withLock({ $0?.number }) == number else { return }
            log.withLock { $0.append(frame) }
            let events = answer(frame)
            socket.withLock { socket in for event in events { socket?.events.yield(event) } }
        }
    }
}
