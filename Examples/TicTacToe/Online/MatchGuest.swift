// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization

/// Joins a match over the network, and reconnects when the connection is lost.
package struct MatchGuest: Sendable {
    /// The delay between attempts.
    package static let pause: Duration = .milliseconds(500)

    private let address: MatchAddress
    private let clock: any Clock<Duration> & Sendable

    /// Makes a guest who has not joined.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - clock: The clock for delays.
    package init(at address: MatchAddress, clock: any Clock<Duration> & Sendable) {
        self.address = address
        self.clock = clock
    }

    /// The link, which reconnects as long as its events have a receiver.
    package func link() -> MatchLink {
        let (events, event) = AsyncStream.makeStream(of: MatchLink.Event.self)
        let shared = Outbox()
        let work = Task {
            while !Task.isCancelled {
                var reason = "The host is gone."
                do { try await talk(shared, event) } catch { reason = "The host can’t be reached." }
                event.yield(.lost(reason))
                guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
            }
        }
        event.onTermination = { _ in work.cancel() }
        return MatchLink(events: events) { shared.send($0) }
    }

    private func talk(_ outbox: Outbox, _ event: AsyncStream<MatchLink.Event>.Continuation) async throws {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(5))
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await connection.executeThenClose { inbound, outbound in
            let (frames, frame) = AsyncStream.makeStream(
                of: ClientFrame.self,
                bufferingPolicy: .bufferingNewest(64)
            )
            outbox.connect(frame)
            defer { outbox.connect(nil) }
            event.yield(.online)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for await frame in frames {
                        try await outbound.write(ByteBuffer(string: FrameLine.text(of: frame)))
                    }
                }
                group.addTask {
                    var reader = FrameReader<HostFrame, _>(inbound)
                    while let frame = try await reader.next() { event.yield(.frame(frame)) }
                }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}

/// Sends frames while there is a connection.
private final class Outbox: Sendable {
    private let continuation = Mutex<AsyncStream<ClientFrame>.Continuation?>(nil)

    func connect(_ continuation: AsyncStream<ClientFrame>.Continuation?) {
        self.continuation.withLock { $0 = continuation }
    }

    func send(_ frame: ClientFrame) { _ = continuation.withLock { $0 }?.yield(frame) }
}
