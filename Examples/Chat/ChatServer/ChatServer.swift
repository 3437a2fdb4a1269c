// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AccountKeeping
import ChatProtocol
import ChatSocket
import NIOCore
import NIOPosix
import Tributary
package import TributaryCluster

/// The server: takes connections, and runs a conversation over each.
package struct ChatServer: Sendable {
    /// What outlives the server.
    package struct Keeping: Sendable {
        let cluster: Cluster
        let close: @Sendable () async -> Void

        /// Says where rooms and accounts are kept.
        ///
        /// - Parameters:
        ///   - cluster: The cluster, which the server leaves at its end.
        ///   - close: Closes what the cluster is kept in.
        package init(_ cluster: Cluster, close: @escaping @Sendable () async -> Void) {
            (self.cluster, self.close) = (cluster, close)
        }
    }

    let configuration: Configuration
    private let open: @Sendable () async throws -> Keeping

    /// Makes a server; nothing listens and nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: What can be set.
    ///   - open: Opens what accounts and rooms are kept in, once the port is taken.
    package init(_ configuration: Configuration, open: @escaping @Sendable () async throws -> Keeping) {
        self.configuration = configuration
        self.open = open
    }

    /// Takes the port, opens what is kept, and takes connections until the task is cancelled; then all of them are
    /// told, and closed.
    ///
    /// The port comes first: a server that cannot have it opens no file, and ends at once.
    ///
    /// - Parameter onListening: Gets the port, once connections are taken.
    /// - Throws: `CannotListen` when nothing can listen there, or why what is kept cannot be opened.
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
            log: configuration.log,
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
                // Here and not in the task, so that those who come first are those who go first.
                let address = arrival.channel.remoteAddress?.ipAddress ?? ""
                let channel = arrival.channel
                let dismissed = door.enter(number, from: address) { channel.close(promise: nil) }
                if let dismissed {
                    configuration.log(.info, "connection \(dismissed): made room for a new one")
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
            configuration.log(.debug, "connection \(number): no WebSocket was asked for")
            return
        }
        let outbox = Outbox(countLimit: configuration.outboxCount, byteLimit: configuration.outboxBytes)
        configuration.log(.info, "connection \(number): open")
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

    /// What a connection becomes; who does not ask for anything in time is cut off, and becomes nothing.
    private func upgraded(_ arrival: Arrival) async -> Upgrade? {
        let deadline = Task {
            try await configuration.clock.sleep(for: configuration.requestTime)
            arrival.channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        return await withTaskCancellationHandler {
            try? await arrival.upgrade.get()
        } onCancel: {
            // The server stops, and does not wait for who is silent.
            arrival.channel.close(promise: nil)
        }
    }

    /// What a client gives as a reason is not repeated: it may say anything.
    private func log(_ end: SocketEnd, of number: Int) {
        if end.isByPeer {
            configuration.log(.info, "connection \(number): closed by the client, \(end.code.rawValue)")
        } else {
            let level: LogSink.Level = end.code == .goingAway ? .info : .warning
            configuration.log(level, "connection \(number): closed, \(end.code.rawValue), \(end.reason)")
        }
    }
}
