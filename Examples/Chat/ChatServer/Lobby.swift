// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatProtocol
import ChatSocket
import NIOCore
import Nodes
import Rooms
import Synchronization
import Tributary
import TributaryCluster

/// The rooms as this server sees them: each is a store on an actor of its own, which does what the room of the cluster has done.
actor Lobby {
    /// A room with visitors at this server.
    struct OpenRoom: Sendable {
        let store: StoreActor<Room.State, Room.Action>
        fileprivate let replica: Replica<Room.State, Room.Action, Void>

        /// Has something done in the room; it is told everywhere when it is durable.
        func send(_ action: Room.Action, id: String? = nil, deadline: Duration = .seconds(20))
            async throws(ClusterError)
        {
            try await replica.send(action, id: id, deadline: deadline)
        }

        /// Has something said in the room, and returns when it is durable.
        ///
        /// The room knows a message that is said again, for as long as it lives; so the command needs no id of its own.
        func say(_ action: Room.Action) async throws(ClusterError) {
            try await replica.store.send(action, deadline: .seconds(20))
        }

        /// Asks what only the visitor is told.
        func ask(_ action: Room.Action) async { await store.send(action) }
    }

    /// What this server is called among those that ever ran.
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
        // Its stores tell nothing: each server tells its own visitors.
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

    /// Says that this server runs, now and from time to time.
    ///
    /// - Throws: `ClusterError` if that cannot be written down now.
    func open() async throws {
        try await beat()
        beating = Task {
            while (try? await configuration.clock.sleep(for: Servers.interval)) != nil {
                do {
                    try await beat()
                } catch {
                    configuration.log(.error, "the other servers cannot be heard: \(error)")
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

    /// The servers that run now, as far as is known.
    private func running() async throws -> Set<String> {
        try await servers.read(Servers.Running()).union([run])
    }

    /// The room of a name; `nil` when there are too many.
    func room(_ name: RoomName) async throws -> OpenRoom? {
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

    private func open(_ name: RoomName) async throws -> OpenRoom {
        let store = StoreActor(initialState: Room.State(name: name)) {
            Room()
        } dependencies: { [switchboard] in
            $0.roomDelivery = { switchboard.deliver($0) }
        }
        await configuration.opened(name, store)
        let replica = Replica<Room.State, Room.Action, Void>(
            of: directory[name.text],
            log: configuration.log,
            clock: configuration.clock
        ) { [switchboard, run] action, _ in
            guard case .running(let runs) = action, !runs.contains(run) else {
                await store.send(action)
                return
            }
            // The others believe that this server is dead: so its visitors come in anew.
            let visitors = await store.withState { $0.visitors }.filter { $0.run == run }
            await store.send(action)
            switchboard.dismiss(visitors)
        }
        await replica.follow { [directory] in directory[name.text].outputs(\.any, after: $0) }
        let room = OpenRoom(store: store, replica: replica)
        do {
            // Who was here by a server that is gone is not; and with that everything before is known.
            try await room.send(.running(running()))
        } catch {
            await replica.stop()
            await store.close()
            throw error
        }
        let last = await store.withState { $0.last }
        configuration.log(.info, "room \(name): open, with \(last) messages")
        return room
    }

    /// Connects a visitor with what is written to it.
    nonisolated func connect(_ visitor: Room.Visitor, to outbox: Outbox) {
        switchboard.connect(visitor, to: outbox)
    }

    nonisolated func disconnect(_ visitor: Room.Visitor) { switchboard.disconnect(visitor) }

    /// Tells the rooms that a member is in of a new name, and waits until they have told everybody here.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - name: Its new name.
    ///   - id: The same at all servers, so that it is done once.
    func rename(_ account: AccountName, to name: DisplayName, id: String) async {
        for room in rooms.values {
            guard let room = try? await room.value, await room.store.withState({ $0.isPresent(account) })
            else { continue }
            do {
                try await room.send(.renamed(account, to: name), id: id)
            } catch {
                configuration.log(.error, "\(account) cannot be renamed in a room: \(error)")
            }
        }
    }

    /// Ends all rooms of this server.
    func close() async {
        beating?.cancel()
        await beating?.value
        do {
            try await servers.send(.ended(run: run), deadline: .seconds(5))
        } catch {
            configuration.log(.warning, "the other servers do not know that this one ends: \(error)")
        }
        for room in rooms.values {
            guard let room = try? await room.value else { continue }
            await room.replica.stop()
            // What it still tells nobody hears any more.
            await room.store.finish()
            await room.store.close()
        }
        rooms = [:]
    }
}

extension RoomName {
    /// For ids that name no room, which nobody sends to.
    fileprivate static var unnamed: RoomName { RoomName(checked: "") }
}

/// Who hears what the rooms tell.
///
/// Each room tells one thing after the other, so a visitor hears it in its order.
final class Switchboard: Sendable {
    private let outboxes = Mutex<[Room.Visitor: Outbox]>([:])

    func connect(_ visitor: Room.Visitor, to outbox: Outbox) { outboxes.withLock { $0[visitor] = outbox } }

    func disconnect(_ visitor: Room.Visitor) { outboxes.withLock { _ = $0.removeValue(forKey: visitor) } }

    func deliver(_ output: Room.Output) {
        let outboxes = outboxes.withLock { outboxes in output.visitors.compactMap { outboxes[$0] } }
        guard !outboxes.isEmpty else { return }
        // Written once, however many hear it.
        let text = ByteBuffer(string: FrameCoding.text(of: output.frame))
        for outbox in outboxes { outbox.send(text) }
    }

    /// Ends the connections of visitors, who come back.
    func dismiss(_ visitors: [Room.Visitor]) {
        let outboxes = outboxes.withLock { outboxes in visitors.compactMap { outboxes[$0] } }
        for outbox in outboxes { outbox.end(SocketEnd(.tryAgainLater, "The servers had lost each other.")) }
    }
}
