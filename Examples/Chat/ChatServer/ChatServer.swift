// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatSocket
package import MessageLog
import NIOCore
import NIOPosix
import Tributary

/// The server: takes connections, and runs a conversation over each.
package struct ChatServer: Sendable {
    let configuration: Configuration
    private let openDatabase: @Sendable () throws -> ChatDatabase

    /// Makes a server; nothing listens and nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: What can be set.
    ///   - openDatabase: Opens what accounts and messages are kept in, once the port is taken.
    package init(_ configuration: Configuration, openDatabase: @escaping @Sendable () throws -> ChatDatabase)
    {
        self.configuration = configuration
        self.openDatabase = openDatabase
    }

    /// Takes the port, opens the database, and takes connections until the task is cancelled; then all of them are
    /// told, and closed.
    ///
    /// The port comes first: a server that cannot have it opens no file, and ends at once.
    ///
    /// - Parameter onListening: Gets the port, once connections are taken.
    /// - Throws: `CannotListen` when nothing can listen there, or why the database cannot be opened.
    package func run(onListening: @Sendable (_ port: Int) async -> Void) async throws {
        let listener = try await listen()
        let failure = try? await listener.executeThenClose { connections -> (any Error)? in
            do {
                let database = try openDatabase()
                let lobby = Lobby(configuration, database: database)
                let desk = try AccountDesk(configuration, database: database)
                await onListening(listener.channel.localAddress?.port ?? configuration.port)
                await serve(connections, lobby, desk)
                await lobby.close()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    private func serve(
        _ arrivals: NIOAsyncChannelInboundStream<Arrival>,
        _ lobby: Lobby,
        _ desk: AccountDesk
    ) async {
        let door = Door(configuration)
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
                    await serve(arrival, number, door, lobby, desk)
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
        _ door: Door,
        _ lobby: Lobby,
        _ desk: AccountDesk
    ) async {
        guard case .webSocket(let channel) = await upgraded(arrival) else {
            configuration.log(.notice, "connection \(number): no WebSocket was asked for")
            return
        }
        let outbox = Outbox(countLimit: configuration.outboxCount, byteLimit: configuration.outboxBytes)
        configuration.log(.info, "connection \(number): open")
        let session = Session(number, outbox: outbox, configuration, door: door, lobby: lobby, desk: desk)
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
