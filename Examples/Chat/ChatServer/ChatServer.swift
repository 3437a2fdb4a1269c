// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatSocket
package import MessageLog
import NIOCore
import NIOPosix
import Synchronization
import Tributary

/// The server: takes connections, and runs a conversation over each.
package struct ChatServer: Sendable {
    let configuration: Configuration
    private let database: ChatDatabase

    /// Makes a server; nothing listens yet.
    package init(_ configuration: Configuration, database: ChatDatabase) {
        self.configuration = configuration
        self.database = database
    }

    /// Takes connections until the task is cancelled; then all of them are told, and closed.
    ///
    /// - Parameter onListening: Gets the port, once connections are taken.
    /// - Throws: When nothing can listen there.
    package func run(onListening: @Sendable (_ port: Int) async -> Void) async throws {
        let lobby = Lobby(configuration, database: database)
        let desk = try AccountDesk(configuration, database: database)
        let listener = try await listen()
        await onListening(listener.channel.localAddress?.port ?? configuration.port)
        let open = OpenCount()
        await withDiscardingTaskGroup { group in
            try? await listener.executeThenClose { connections in
                var number = 0
                for try await connection in connections {
                    number += 1
                    // Here and not in the task, so that those who come first are those who may stay.
                    let isFull = !open.add(upTo: configuration.connectionLimit)
                    group.addTask { [number] in
                        await serve(connection, number, isFull: isFull, lobby, desk)
                        if !isFull { open.remove() }
                    }
                }
            }
            group.cancelAll()
        }
        await lobby.close()
    }

    private func serve(
        _ connection: EventLoopFuture<Upgrade>,
        _ number: Int,
        isFull: Bool,
        _ lobby: Lobby,
        _ desk: AccountDesk
    ) async {
        guard case .webSocket(let channel) = try? await connection.get() else {
            configuration.log(.notice, "connection \(number): no WebSocket was asked for")
            return
        }
        let outbox = Outbox(countLimit: configuration.outboxCount, byteLimit: configuration.outboxBytes)
        if isFull { outbox.end(SocketEnd(.tryAgainLater, "The server is full.")) }
        configuration.log(.info, "connection \(number): open")
        let session = Session(number, outbox: outbox, configuration, lobby: lobby, desk: desk)
        let deadline = Task {
            try await configuration.clock.sleep(for: configuration.signInTime)
            await session.signInTimeIsOver()
        }
        await SocketConversation(configuration.rules, outbox: outbox).run(over: channel) { text in
            await session.take(text)
        } onEnd: { end in
            deadline.cancel()
            await session.leaveAll()
            log(end, of: number)
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

/// How many connections are open; one that is turned away takes no place, however long it lingers.
private final class OpenCount: Sendable {
    private let count = Mutex(0)

    /// Whether there was a place for another one, which it has taken.
    func add(upTo limit: Int) -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func remove() { count.withLock { $0 -= 1 } }
}
