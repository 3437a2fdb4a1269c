// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatServer
import ServiceLifecycle

/// The server as a service, started and stopped with others.
///
/// At shutdown, it accepts no more connections, notifies all clients, writes acknowledged messages, and
/// closes its files.
struct ChatService: Service {
    let server: ChatServer
    let onListening: @Sendable (_ port: Int) async -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await server.run(onListening: onListening) }
    }
}
