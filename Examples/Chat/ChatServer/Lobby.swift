// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatSocket
import MessageLog
import NIOCore
import Rooms
import Synchronization
import Tributary

/// The rooms of the server: each is a store on an actor of its own, made when a member first enters it.
actor Lobby {
    typealias RoomStore = StoreActor<Room.State, Room.Action>

    private struct OpenRoom {
        let store: RoomStore
        let delivery: ObservationToken
    }

    private let configuration: ChatServer.Configuration
    private let database: ChatDatabase
    private let switchboard = Switchboard()
    private var rooms: [RoomName: OpenRoom] = [:]

    init(_ configuration: ChatServer.Configuration, database: ChatDatabase) {
        self.configuration = configuration
        self.database = database
    }

    /// The room of a name; `nil` when there are too many.
    func room(_ name: RoomName) async throws -> RoomStore? {
        if let room = rooms[name] { return room.store }
        guard rooms.count < configuration.roomLimit else { return nil }
        let last = try await database.lastNumber(in: name)
        // Another member may have entered it meanwhile.
        if let room = rooms[name] { return room.store }
        let (database, now, log) = (database, configuration.now, configuration.log)
        let store = RoomStore(initialState: Room.State(name: name, last: last)) {
            Room()
        } dependencies: {
            $0.messageKeeping = MessageKeeping { room, drafts in
                do {
                    return try await database.keep(drafts, in: room, at: now())
                } catch {
                    log(.error, "room \(room): \(drafts.count) messages could not be kept: \(error)")
                    throw error
                }
            } page: { room, after, limit in
                try await database.messages(in: room, after: after, limit: limit)
            }
        }
        // Held before the first suspension, so that the room is not made twice.
        let opening = await store.onAction { [switchboard] record in
            if case .output(let output) = record.action { switchboard.deliver(output) }
        }
        if let room = rooms[name] { return room.store }
        rooms[name] = OpenRoom(store: store, delivery: opening)
        log(.info, "room \(name): open, with \(last) messages")
        return store
    }

    /// Connects a visitor with what is written to it.
    nonisolated func connect(_ visitor: Room.Visitor, to outbox: Outbox) {
        switchboard.connect(visitor, to: outbox)
    }

    nonisolated func disconnect(_ visitor: Room.Visitor) { switchboard.disconnect(visitor) }

    /// Tells all rooms that a member has a new name.
    func rename(_ account: AccountName, to name: DisplayName) async {
        for room in rooms.values { await room.store.send(.input(.renamed(account, name))) }
    }

    /// Ends all rooms.
    func close() async {
        for room in rooms.values { await room.store.close() }
        rooms = [:]
    }
}

/// Who hears what the rooms tell.
///
/// It is asked on the rooms' actors, so a visitor hears each room in its order.
final class Switchboard: Sendable {
    private let outboxes = Mutex<[Room.Visitor: Outbox]>([:])

    func connect(_ visitor: Room.Visitor, to outbox: Outbox) { outboxes.withLock { $0[visitor] = outbox } }

    func disconnect(_ visitor: Room.Visitor) { outboxes.withLock { _ = $0.removeValue(forKey: visitor) } }

    func deliver(_ output: Room.Action.Output) {
        // Written once, however many hear it.
        let text = ByteBuffer(string: FrameCoding.text(of: output.frame))
        let outboxes = outboxes.withLock { outboxes in output.visitors.compactMap { outboxes[$0] } }
        for outbox in outboxes { outbox.send(text) }
    }
}
