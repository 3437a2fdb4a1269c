// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatProtocol
import ChatSocket
import Logging
import NIOCore
import Nodes
import Rooms
import Synchronization
import Tributary
import TributaryCluster

/// The rooms of this server: each is a store on its own actor that applies the durable actions of the
/// cluster's room.
actor Lobby {
    /// A room with visitors at this server.
    struct OpenRoom: Sendable {
        let store: StoreActor<Room.State, Room.Action>
        fileprivate let replica: Replica<Room.State, Room.Action, Void>

        /// Sends an action to the room; all servers apply it once it is durable.
        func send(_ action: Room.Action, id: String? = nil, deadline: Duration = .seconds(20))
            async throws(ClusterError)
        {
            try await replica.send(action, id: id, deadline: deadline)
        }

        /// Sends a message to the room, and returns when it is durable.
        ///
        /// The room detects repeated messages for its whole lifetime, so the command needs no identifier of
        /// its own.
        func say(_ action: Room.Action) async throws(ClusterError) {
            try await replica.store.send(action, deadline: .seconds(20))
        }

        /// Sends an action whose answer concerns only the visitor.
        func ask(_ action: Room.Action) async { await store.send(action) }
    }

    /// The identifier of this run of the server, unique among all runs.
    nonisolated let run = String(UInt64.random(in: 0 ... .max), radix: 36)
    private let configuration: ChatServer.Configuration
    private let address: String
    private let directory: Directory<Room.State, Room.Action>
    private let servers: ClusterStore<Servers.State, Servers.Action>
    private let switchboard = Switchboard()
    private var rooms: [RoomName: Task<OpenRoom, any Error>] = [:]
    private var beating: Task<Void, Never>?

    init(_ configuration: ChatServer.Configuration, _ keeping: ChatServer.Keeping) {
        self.configuration = configuration
        address = keeping.cluster.name
        // The cluster's stores deliver nothing: each server notifies its own visitors.
        directory = keeping.cluster.directory("room") {
            Room.State(name: RoomName($0) ?? .unnamed)
        } reducer: {
            Room()
        }
        servers =
            keeping.cluster.directory("servers") { _ in
                Servers.State()
            } reducer: {
                Servers()
            }
            .answering(Servers.Running.self) { _, state in state.running }["all"]
    }

    /// Announces that this server runs, now and repeatedly.
    ///
    /// - Throws: `ClusterError` if the announcement cannot be stored now.
    func open() async throws {
        try await beat()
        beating = Task {
            while (try? await configuration.clock.sleep(for: Servers.interval)) != nil {
                do {
                    try await beat()
                } catch {
                    configuration.logger.error("the other servers cannot be heard: \(error)")
                }
            }
        }
    }

    private func beat() async throws {
        try await servers.send(.runs(address, run: run))
        let running = try await running()
        for room in rooms.values {
            guard let room = try? await room.value else { continue }
            let isRight = await room.store.withState { state in
                state.members.keys.allSatisfy { running.contains($0.run) }
            }
            if !isRight { try await room.send(.running(running)) }
        }
    }

    /// The servers that are currently running, according to their announcements.
    private func running() async throws -> Set<String> {
        try await servers.read(Servers.Running()).union([run])
    }

    /// The room with a name; `nil` if there are too many rooms.
    func room(_ name: RoomName) async throws -> OpenRoom? {
        if let room = rooms[name] { return try await room.value }
        guard rooms.count < configuration.roomLimit else { return nil }
        // Visitors who enter meanwhile wait for the same room.
        let opening = Task { try await open(name) }
        rooms[name] = opening
        do {
            return try await opening.value
        } catch {
            rooms[name] = nil
            throw error
        }
    }

    private func open(_ name: RoomName) async throws -> OpenRoom {
        let store = StoreActor(initialState: Room.State(name: name)) {
            Room()
        } dependencies: { [switchboard] in
            $0.roomDelivery = { switchboard.deliver($0) }
        }
        await configuration.opened(name, store)
        let replica = Replica<Room.State, Room.Action, Void>(
            of: directory[name.text],
            logger: configuration.logger,
            clock: configuration.clock
        ) { [switchboard, run] action, _ in
            guard case .running(let runs) = action, !runs.contains(run) else {
                await store.send(action)
                return
            }
            // The other servers believe that this one is dead, so its visitors enter again.
            let visitors = await store.withState { $0.visitors }.filter { $0.run == run }
            await store.send(action)
            switchboard.dismiss(visitors)
        }
        await replica.follow { [directory] in directory[name.text].outputs(\.any, after: $0) }
        let room = OpenRoom(store: store, replica: replica)
        do {
            // Removes visitors of servers that no longer run; after this action, all earlier ones have been
            // applied.
            try await room.send(.running(running()))
        } catch {
            await replica.stop()
            await store.close()
            throw error
        }
        let last = await store.withState { $0.last }
        configuration.logger.info("room \(name): open, with \(last) messages")
        return room
    }

    /// Connects a visitor with the outbox of the connection.
    nonisolated func connect(_ visitor: Room.Visitor, to outbox: Outbox) {
        switchboard.connect(visitor, to: outbox)
    }

    nonisolated func disconnect(_ visitor: Room.Visitor) { switchboard.disconnect(visitor) }

    /// Sends the new name of a member to the member's rooms, and waits until all visitors here have been
    /// notified.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - name: Its new name.
    ///   - id: The identifier of the change, the same at all servers, so that it is applied once.
    func rename(_ account: AccountName, to name: DisplayName, id: String) async {
        for room in rooms.values {
            guard let room = try? await room.value, await room.store.withState({ $0.isPresent(account) })
            else { continue }
            do {
                try await room.send(.renamed(account, to: name), id: id)
            } catch {
                configuration.logger.error("\(account) cannot be renamed in a room: \(error)")
            }
        }
    }

    /// Closes all rooms of this server.
    func close() async {
        beating?.cancel()
        await beating?.value
        do {
            try await servers.send(.ended(run: run), deadline: .seconds(5))
        } catch {
            configuration.logger.warning("the other servers do not know that this one ends: \(error)")
        }
        for room in rooms.values {
            guard let room = try? await room.value else { continue }
            await room.replica.stop()
            // Its remaining outputs have no receivers any more.
            await room.store.finish()
            await room.store.close()
        }
        rooms = [:]
    }
}

extension RoomName {
    /// For identifiers that are not room names; nothing is sent to it.
    fileprivate static var unnamed: RoomName { RoomName(checked: "") }
}

/// Delivers the outputs of rooms to visitors.
///
/// Each room sends one output after the other, so a visitor receives them in order.
final class Switchboard: Sendable {
    private let outboxes = Mutex<[Room.Visitor: Outbox]>([:])

    func connect(_ visitor: Room.Visitor, to outbox: Outbox) { outboxes.withLock { $0[visitor] = outbox } }

    func disconnect(_ visitor: Room.Visitor) { outboxes.withLock { _ = $0.removeValue(forKey: visitor) } }

    func deliver(_ output: Room.Output) {
        let outboxes = outboxes.withLock { outboxes in output.visitors.compactMap { outboxes[$0] } }
        guard !outboxes.isEmpty else { return }
        // Encoded once for all receivers.
        let text = ByteBuffer(string: FrameCoding.text(of: output.frame))
        for outbox in outboxes { outbox.send(text) }
    }

    /// Closes the connections of visitors, whose clients reconnect.
    func dismiss(_ visitors: [Room.Visitor]) {
        let outboxes = outboxes.withLock { outboxes in visitors.compactMap { outboxes[$0] } }
        for outbox in outboxes { outbox.end(SocketEnd(.tryAgainLater, "The servers had lost each other.")) }
    }
}
