// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import Synchronization

/// A connection that receives notifications, and is made again when it is lost.
///
/// Notifications in between are lost, so all listeners are woken when it is made. A pooler in transaction mode passes no
/// notifications on; then nodes poll for their messages.
final class PostgresListener: Sendable {
    /// Used by the queue only.
    private struct State {
        var connection: PostgresConnection?
        var source: (any DispatchSourceRead)?
        var listeners: [(channel: String, continuation: AsyncStream<Void>.Continuation)] = []
        var isClosed = false
    }

    private static let pause = DispatchTimeInterval.milliseconds(500)
    private let configuration: PostgresConfiguration
    private let queue = DispatchQueue(label: "Tributary.PostgresLog.listener")
    private let state = Mutex(State())

    init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

    func add(_ continuation: AsyncStream<Void>.Continuation, at channel: String) {
        queue.async {
            let isClosed = self.state.withLock { state in
                if !state.isClosed { state.listeners.append((channel, continuation)) }
                return state.isClosed
            }
            guard !isClosed else { return continuation.finish() }
            // With the new channel.
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
                let channels = Set(state.listeners.map(\.channel)).sorted()
                _ = try connection.run(
                    channels.map { PostgresStatement(sql: "LISTEN \"\($0)\"") },
                    until: deadline
                )
                let source = DispatchSource.makeReadSource(fileDescriptor: connection.socket, queue: queue)
                source.setEventHandler { [weak self] in self?.hear() }
                // The connection closes its socket when nothing watches it any more.
                source.setCancelHandler { withExtendedLifetime(connection) {} }
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
        queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
            guard let self, self.state.withLock({ $0.connection == nil && !$0.isClosed }) else { return }
            self.connect()
        }
    }

    private func drop(_ state: inout State) {
        state.source?.cancel()
        (state.source, state.connection) = (nil, nil)
    }

    private func hear() {
        let channels: Set<String>? = state.withLock { state in
            guard let connection = state.connection else { return [] }
            if let channels = connection.notifications() { return channels }
            self.drop(&state)
            return nil
        }
        guard let channels else { return connectLater() }
        if !channels.isEmpty { wake(channels) }
    }

    /// Wakes the listeners of some channels; `nil` wakes all.
    private func wake(_ channels: Set<String>?) {
        let listeners = state.withLock { $0.listeners }
        for listener in listeners where channels?.contains(listener.channel) != false {
            listener.continuation.yield()
        }
    }
}
#endif
