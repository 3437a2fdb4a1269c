// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatProtocol
import ChatSocket
import Logging
import NIOCore
import NIOPosix
import Tributary
package import TributaryCluster

/// The server: accepts connections, and runs a conversation over each.
package struct ChatServer: Sendable {
    /// The storage, which outlives the server.
    package struct Keeping: Sendable {
        let cluster: Cluster
        let close: @Sendable () async -> Void

        /// Describes the storage of rooms and accounts.
        ///
        /// - Parameters:
        ///   - cluster: The cluster, which the server leaves when it stops.
        ///   - close: Closes the storage of the cluster.
        package init(_ cluster: Cluster, close: @escaping @Sendable () async -> Void) {
            (self.cluster, self.close) = (cluster, close)
        }
    }

    let configuration: Configuration
    private let open: @Sendable () async throws -> Keeping

    /// Makes a server that does not listen yet and has no storage open.
    ///
    /// - Parameters:
    ///   - configuration: The settings.
    ///   - open: Opens the storage of accounts and rooms, after the server has its port.
    package init(_ configuration: Configuration, open: @escaping @Sendable () async throws -> Keeping) {
        self.configuration = configuration
        self.open = open
    }

    /// Listens on the port, opens the storage, and accepts connections until the task is cancelled; then
    /// notifies and closes all connections.
    ///
    /// The port comes first, so that a server that cannot have it opens no file and stops at once.
    ///
    /// - Parameter onListening: Called with the port when connections are accepted.
    /// - Throws: `CannotListen` if the server cannot listen on the port, or the error if the storage cannot
    ///   be opened.
    package func run(onListening: @Sendable (_ port: Int) async -> Void) async throws {
        let door = Door(configuration)
        let listener = try await listen(door)
        let failure = try? await listener.executeThenClose { connections -> (any Error)? in
            do {
                let keeping = try await open()
                let failure: (any Error)?
                do {
                    try await serve(connections, door, from: keeping) {
                        await onListening(listener.channel.localAddress?.port ?? configuration.port)
                    }
                    failure = nil
                } catch {
                    failure = error
                }
                await keeping.cluster.leave()
                await keeping.close()
                return failure
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private func serve(
        _ arrivals: NIOAsyncChannelInboundStream<Arrival>,
        _ door: Door,
        from keeping: Keeping,
        onListening: @Sendable () async -> Void
    ) async throws {
        let lobby = Lobby(configuration, keeping)
        let accounts = await ChatAccounts(
            keeping.cluster,
            logger: configuration.logger,
            clock: configuration.clock
        ) { account, name, id in
            Task { await lobby.rename(account, to: name, id: id) }
        }
        let desk = try AccountDesk(configuration, accounts)
        try await lobby.open()
        await onListening()
        await serve(arrivals, door, lobby, desk)
        await lobby.close()
        await accounts.stop()
    }

    private func serve(
        _ arrivals: NIOAsyncChannelInboundStream<Arrival>,
        _ door: Door,
        _ lobby: Lobby,
        _ desk: AccountDesk
    ) async {
        await withDiscardingTaskGroup { group in
            var number = 0
            var next = arrivals.makeAsyncIterator()
            while let arrival = try? await next.next() {
                number += 1
                // Here and not in the task, so that connections are dismissed in the order in which they
                // arrived.
                let address = arrival.channel.remoteAddress?.ipAddress ?? ""
                let channel = arrival.channel
                let dismissed = door.enter(number, from: address) { channel.close(promise: nil) }
                if let dismissed {
                    configuration.logger.info("connection \(dismissed): made room for a new one")
                }
                group.addTask { [number] in
                    await serve(arrival, number, from: address, door, lobby, desk)
                    door.leave(number)
                    withExtendedLifetime(arrival) {}
                }
            }
            group.cancelAll()
        }
    }

    private func serve(
        _ arrival: Arrival,
        _ number: Int,
        from address: String,
        _ door: Door,
        _ lobby: Lobby,
        _ desk: AccountDesk
    ) async {
        guard case .webSocket(let channel) = await upgraded(arrival) else {
            configuration.logger.debug("connection \(number): no WebSocket was asked for")
            return
        }
        let outbox = Outbox(countLimit: configuration.outboxCount, byteLimit: configuration.outboxBytes)
        configuration.logger.info("connection \(number): open")
        let session = Session(
            number,
            from: address,
            outbox: outbox,
            configuration,
            door: door,
            lobby: lobby,
            desk: desk
        )
        let deadline = Task {
            try await configuration.clock.sleep(for: configuration.signInTime)
            await session.signInTimeIsOver()
        }
        await SocketConversation(configuration.rules, outbox: outbox).run(over: channel) { text in
            await session.take(text)
        } onEnd: { end in
            deadline.cancel()
            door.leave(number)
            await session.leaveAll()
            log(end, of: number)
        }
    }

    /// The protocol of a connection; `nil`, and the connection is closed, if the client requests nothing in
    /// time.
    private func upgraded(_ arrival: Arrival) async -> Upgrade? {
        let deadline = Task {
            try await configuration.clock.sleep(for: configuration.requestTime)
            arrival.channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        return await withTaskCancellationHandler {
            try? await arrival.upgrade.get()
        } onCancel: {
            // The server stops, and does not wait for silent clients.
            arrival.channel.close(promise: nil)
        }
    }

    /// Reasons from the client are not logged, because they can contain anything.
    private func log(_ end: SocketEnd, of number: Int) {
        if end.isByPeer {
            configuration.logger.info("connection \(number): closed by the client, \(end.code.rawValue)")
        } else {
            let level: Logger.Level = end.code == .goingAway ? .info : .warning
            configuration.logger.log(
                level: level,
                "connection \(number): closed, \(end.code.rawValue), \(end.reason)"
            )
        }
    }
}
