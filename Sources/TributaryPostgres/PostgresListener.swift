// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import Synchronization

/// A connection that receives notifications, and is made again when it is lost.
///
/// It also shows other nodes that this process lives, by a lock that ends with it.
/// Notifications in between are lost, so all listeners are woken when it is made. A pooler in transaction mode passes no
/// notifications on; then nodes poll for their messages.
final class PostgresListener: Sendable {
    /// Used by the queue only.
    private struct State {
        var connection: PostgresConnection?
        var source: (any DispatchSourceRead)?
        var listeners: [(node: String, continuation: AsyncStream<Void>.Continuation)] = []
        var isClosed = false
    }

    private static let pause = DispatchTimeInterval.milliseconds(200)
    private let configuration: PostgresConfiguration
    private let queue = DispatchQueue(label: "Tributary.PostgresLog.listener")
    private let state = Mutex(State())

    init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

    func add(_ continuation: AsyncStream<Void>.Continuation, at node: String) {
        queue.async {
            let isClosed = self.state.withLock { state in
                if !state.isClosed { state.listeners.append((node, continuation)) }
                return state.isClosed
            }
            guard !isClosed else { return continuation.finish() }
            // With the channel of the new node.
            self.connect()
        }
    }

    func close() {
        queue.async {
            let listeners = self.state.withLock { state in
                state.isClosed = true
                self.drop(&state)
                defer { state.listeners = [] }
                return state.listeners
            }
            for listener in listeners { listener.continuation.finish() }
        }
    }

    /// Connects and listens, or tries again after a pause.
    private func connect() {
        let isListening = state.withLock { state in
            self.drop(&state)
            guard !state.isClosed else { return true }
            do throws(PostgresFailure) {
                let deadline = ContinuousClock.now + configuration.deadline
                let connection = try PostgresConnection(options: configuration.options)
                let nodes = Set(state.listeners.map(\.node)).sorted()
                let holding = nodes.map { PostgresStatement.hold($0, over: connection.process) }
                let listening = nodes.map { node in
                    PostgresStatement(sql: "LISTEN \"\(PostgresStatement.channel(of: node))\"")
                }
                _ = try connection.run(holding + listening, until: deadline)
                let source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
                source.setEventHandler { [weak self] in self?.hear() }
                // The connection closes its socket when nothing watches it any more. Only then is a lost one replaced, because the
                // new socket may have the same number.
                source.setCancelHandler { [weak self] in
                    withExtendedLifetime(connection) {}
                    self?.connectAgain()
                }
                (state.connection, state.source) = (connection, source)
                source.resume()
            } catch {
                return false
            }
            return true
        }
        if isListening { wake(nil) } else { connectLater() }
    }

    private func connectLater() {
        queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.connectAgain() }
    }

    private func connectAgain() {
        if state.withLock({ $0.connection == nil && !$0.isClosed }) { connect() }
    }

    private func drop(_ state: inout State) {
        state.source?.cancel()
        (state.source, state.connection) = (nil, nil)
    }

    private func hear() {
        let channels: Set<String> = state.withLock { state in
            if let channels = state.connection?.notifications() { return channels }
            self.drop(&state)
            return []
        }
        if !channels.isEmpty { wake(channels) }
    }

    /// Wakes the listeners of some channels; `nil` wakes all.
    private func wake(_ channels: Set<String>?) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners
        where channels?.contains(PostgresStatement.channel(of: listener.node)) != false {
            listener.continuation.yield()
        }
    }
}
#endif
