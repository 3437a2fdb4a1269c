// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatClient
import ChatProtocol
import ChatSocket
import ChatTestSupport
import Connection

/// A member of a room who uses the sockets of the real client.
struct Guest {
    let name: String
    /// The token that resumes it.
    let token: String
    private let link: ChatLink
    private var events: AsyncStream<LinkEvent>.AsyncIterator

    /// Connects and signs in.
    init(_ name: String, token: String, port: Int) async throws {
        try await self.init(name, .resume(token: Confidential(token)), port: port)
    }

    /// Connects without an account.
    init(guest name: String, port: Int) async throws {
        try await self.init(name, .guest(name: .sample(name)), port: port)
    }

    private init(_ name: String, _ frame: ClientFrame, port: Int) async throws {
        self.name = name
        var rules = SocketRules(peer: .server, limit: FrameCoding.serverLimit)
        rules.stopTime()
        link = SocketLink([ChatAddress(host: "127.0.0.1", port: port)], rules: rules).link
        events = link.open(1).makeAsyncIterator()
        guard await events.next() == .opened else { throw Refused() }
        await link.send(1, frame)
        while let event = await events.next() {
            if case .frame(.signedIn(_, _, let token)) = event {
                self.token = token.text
                return
            }
            if case .closed(let code, let reason) = event { throw Closed(code: code, reason: reason) }
        }
        throw Refused()
    }

    func send(_ frame: ClientFrame) async { await link.send(1, frame) }

    /// Sends a message with an identifier of its own.
    func say(_ number: Int, in room: RoomName) async {
        let id = MessageID.sample(String(10_000_000 + number))
        await send(.say(room: room, id: id, text: MessageText.sample("\(name) says \(number)")))
    }

    /// Enters a room, and waits for the answer.
    mutating func join(_ room: RoomName) async throws {
        await send(.join(room: room, after: 0))
        try await next { if case .messages(room, _, _, _) = $0 { true } else { false } }
    }

    /// Passes over frames up to one that is accepted.
    @discardableResult
    mutating func next(_ accepts: (ServerFrame) -> Bool) async throws -> ServerFrame {
        while let event = await events.next() {
            switch event {
            case .frame(let frame): if accepts(frame) { return frame }
            case .opened: break
            case .closed(let code, let reason): throw Closed(code: code, reason: reason)
            }
        }
        throw Refused()
    }

    /// The numbers of the next messages, in the order of arrival.
    mutating func messages(_ counts: [RoomName: Int]) async throws -> [RoomName: [Message]] {
        var messages: [RoomName: [Message]] = [:]
        while counts.contains(where: { messages[$0.key, default: []].count < $0.value }) {
            let frame = try await next { if case .message = $0 { true } else { false } }
            if case .message(let room, let message) = frame { messages[room, default: []].append(message) }
        }
        return messages
    }

    struct Refused: Error {}

    struct Closed: Error {
        let code: CloseCode
        let reason: String
    }
}
