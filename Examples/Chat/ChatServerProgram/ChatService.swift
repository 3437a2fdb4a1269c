// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatServer
import ServiceLifecycle

/// The server as a service that is started and stopped with others.
///
/// When it is asked to stop, it takes no more connections, tells everybody, writes what was acknowledged, and closes its
/// files.
struct ChatService: Service {
    let server: ChatServer
    let onListening: @Sendable (_ port: Int) async -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await server.run(onListening: onListening) }
    }
}
