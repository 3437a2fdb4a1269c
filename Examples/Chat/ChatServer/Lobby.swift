// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatProtocol
import ChatSocket
import NIOCore
import Rooms
import Synchronization
import Tributary
import TributaryJournal

/// The rooms of the server: each is a store on an actor of its own, opened in the journal when a member first enters it.
actor Lobby {
    typealias RoomStore = StoreActor<Room.State, Room.Action>

    private let configuration: ChatServer.Configuration
    private let database: ChatDatabase
    private let journal: Journal
    private let switchboard = Switchboard()
    private var rooms: [RoomName: Task<RoomStore, any Error>] = [:]

    init(_ configuration: ChatServer.Configuration, _ keeping: ChatServer.Keeping) {
        self.configuration = configuration
        (database, journal) = (keeping.database, keeping.journal)
    }

    /// The room of a name; `nil` when there are too many.
    func room(_ name: RoomName) async throws -> RoomStore? {
        if let room = rooms[name] { return try await room.value }
        guard rooms.count < configuration.roomLimit else { return nil }
        // Whoever enters meanwhile waits for the same room.
        let opening = Task { try await open(name) }
        rooms[name] = opening
        do {
            return try await opening.value
        } catch {
            rooms[name] = nil
            throw error
        }
    }

    private func open(_ name: RoomName) async throws -> RoomStore {
        let earlier = try await database.earlierMessages(in: name)
        let store = try await journal.open(
            "room \(name)",
            initialState: Room.State(name: name, messages: earlier)
        ) {
            Room()
        } dependencies: { [switchboard] in
            $0.roomDelivery = { switchboard.deliver($0) }
        }
        let (isEmpty, last) = await store.withState { ($0.members.isEmpty, $0.last) }
        if !isEmpty { await store.send(.reopened) }
        configuration.log(.info, "room \(name): open, with \(last) messages")
        await configuration.opened(name, store)
        return store
    }

    /// Connects a visitor with what is written to it.
    nonisolated func connect(_ visitor: Room.Visitor, to outbox: Outbox) {
        switchboard.connect(visitor, to: outbox)
    }

    nonisolated func disconnect(_ visitor: Room.Visitor) { switchboard.disconnect(visitor) }

    /// Tells the rooms that a member is in of a new name, and waits until they have told everybody.
    func rename(_ account: AccountName, to name: DisplayName) async {
        var tasks: [StoreTask] = []
        for room in rooms.values {
            guard let store = try? await room.value, await store.withState({ $0.isPresent(account) }) else {
                continue
            }
            tasks.append(await store.send(.renamed(account, to: name)))
        }
        for task in tasks { await task.finish() }
    }

    /// Ends all rooms, when what they did is written.
    func close() async {
        for room in rooms.values { await (try? room.value)?.close() }
        rooms = [:]
        await journal.close()
    }
}

/// Who hears what the rooms tell.
///
/// Each room tells one thing after the other, so a visitor hears it in its order.
final class Switchboard: Sendable {
    private let outboxes = Mutex<[Room.Visitor: Outbox]>([:])

    func connect(_ visitor: Room.Visitor, to outbox: Outbox) { outboxes.withLock { $0[visitor] = outbox } }

    func disconnect(_ visitor: Room.Visitor) { outboxes.withLock { _ = $0.removeValue(forKey: visitor) } }

    func deliver(_ output: Room.Output) {
        // Written once, however many hear it.
        let text = ByteBuffer(string: FrameCoding.text(of: output.frame))
        let outboxes = outboxes.withLock { outboxes in output.visitors.compactMap { outboxes[$0] } }
        for outbox in outboxes { outbox.send(text) }
    }
}
