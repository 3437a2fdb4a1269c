// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization

extension MatchHost {
    /// How many connections may be open.
    private static let connectionLimit = 16

    /// Lets a guest in at an address, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - address: Where; the port 0 lets the system choose one.
    ///   - onListening: Is told the address when guests can come.
    /// - Throws: Why it can't listen.
    package func listen(
        at address: MatchAddress,
        onListening: @Sendable (MatchAddress) -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        onListening(MatchAddress(host: address.host, port: server.channel.localAddress?.port ?? address.port))
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                let count = ConnectionCount()
                for try await connection in connections {
                    guard count.enter(upTo: Self.connectionLimit) else {
                        try? await connection.channel.close()
                        continue
                    }
                    group.addTask { [self] in
                        defer { count.leave() }
                        // One guest's broken connection is nothing that ends the match.
                        try? await talk(connection)
                    }
                }
            }
        }
    }

    private func talk(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await connection.executeThenClose { inbound, outbound in
            // Each frame is all that matters, so of those that are not read in time the newest stay.
            let (frames, frame) = AsyncStream.makeStream(
                of: HostFrame.self,
                bufferingPolicy: .bufferingNewest(16)
            )
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for await frame in frames {
                        try await outbound.write(ByteBuffer(string: FrameLine.text(of: frame)))
                    }
                }
                group.addTask { [self] in
                    defer { frame.finish() }
                    var reader = FrameReader<ClientFrame, _>(inbound)
                    try await serve({ try await reader.next() }, { frame.yield($0) })
                }
                // Who says goodbye is still told why.
                try await group.waitForAll()
            }
        }
    }
}

/// How many connections are open.
private final class ConnectionCount: Sendable {
    private let count = Mutex(0)

    func enter(upTo limit: Int) -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func leave() { count.withLock { $0 -= 1 } }
}
