// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ListeningKit
import NIOCore
import NIOPosix
import Synchronization

extension MatchHost {
    /// How many connections may be open that have not joined, and for how long each.
    private static let (strangerLimit, patience) = (16, TimeAmount.seconds(10))

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
        let strangers = Strangers(limit: Self.strangerLimit)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(FewFiles(strangers.makeRoom))
                }
            }
            // A guest whose machine is gone says nothing any more.
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            .bind(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        onListening(MatchAddress(host: address.host, port: server.channel.localAddress?.port ?? address.port))
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    let channel = connection.channel
                    strangers.enter(channel)
                    group.addTask { [self] in
                        let deadline = channel.eventLoop.scheduleTask(in: Self.patience) {
                            channel.close(promise: nil)
                        }
                        @Sendable func isStrangerNoMore() {
                            deadline.cancel()
                            strangers.leave(channel)
                        }
                        defer { isStrangerNoMore() }
                        // One guest's broken connection is nothing that ends the match.
                        try? await talk(connection, onJoin: isStrangerNoMore)
                    }
                }
            }
        }
    }

    private func talk(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>,
        onJoin: @escaping @Sendable () -> Void
    ) async throws {
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
                    try await serve({ try await reader.next() }, { frame.yield($0) }, onJoin: onJoin)
                }
                // Who says goodbye is still told why.
                try await group.waitForAll()
            }
        }
    }
}

/// The connections that have not joined: a bounded number, in which there is always room for one more.
private final class Strangers: Sendable {
    private let channels = Mutex<[any Channel]>([])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Lets a connection in, and closes the oldest one if there are too many.
    func enter(_ channel: any Channel) {
        let leaving: (any Channel)? = channels.withLock { channels in
            channels.append(channel)
            return channels.count > limit ? channels.removeFirst() : nil
        }
        leaving?.close(promise: nil)
    }

    /// Closes the oldest connections.
    @Sendable func makeRoom() {
        let leaving = channels.withLock { channels in
            let leaving = channels.prefix(4)
            channels.removeFirst(leaving.count)
            return leaving
        }
        for channel in leaving { channel.close(promise: nil) }
    }

    func leave(_ channel: any Channel) {
        channels.withLock { channels in channels.removeAll { $0 === channel } }
    }
}
