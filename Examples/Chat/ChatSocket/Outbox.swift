// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
package import NIOCore
import Synchronization

/// The data to write to a connection, up to a limit.
///
/// A client that reads too slowly is disconnected, so its cost is bounded.
package final class Outbox: Sendable {
    enum Item: Sendable {
        case text(ByteBuffer)
        case ping
        case pong(ByteBuffer)

        var byteCount: Int {
            switch self {
            case .text(let buffer), .pong(let buffer): buffer.readableBytes
            case .ping: 0
            }
        }
    }

    private struct Load {
        var count = 0
        var bytes = 0
        var hasHeard = false
    }

    let items: AsyncStream<Item>
    let ends: AsyncStream<SocketEnd>
    private let continuation: AsyncStream<Item>.Continuation
    private let ending: AsyncStream<SocketEnd>.Continuation
    private let load = Mutex(Load())
    private let countLimit: Int
    private let byteLimit: Int

    /// Makes an outbox.
    ///
    /// - Parameters:
    ///   - countLimit: The number of messages that may wait.
    ///   - byteLimit: The number of bytes that may wait.
    package init(countLimit: Int, byteLimit: Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        (items, continuation) = AsyncStream.makeStream()
        // The first reason to end is used.
        (ends, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Appends a message; after the end of the connection, messages are dropped.
    package func send(_ text: ByteBuffer) { append(.text(text)) }

    /// Appends a frame.
    package func send(_ frame: some Encodable) { send(ByteBuffer(string: FrameCoding.text(of: frame))) }

    /// Ends the connection now; pending messages are dropped.
    package func end(_ end: SocketEnd) {
        ending.yield(end)
        continuation.finish()
    }

    func append(_ item: Item) {
        let fits = load.withLock { load in
            guard load.count < countLimit, load.bytes + item.byteCount <= byteLimit else { return false }
            load.count += 1
            load.bytes += item.byteCount
            return true
        }
        if fits {
            continuation.yield(item)
        } else {
            end(SocketEnd(.tryAgainLater, "You read too slowly."))
        }
    }

    func wrote(_ item: Item) {
        load.withLock { load in
            load.count -= 1
            load.bytes -= item.byteCount
        }
    }

    /// Records that the peer is alive.
    func hear() { load.withLock { $0.hasHeard = true } }

    /// Whether anything was received since the last call.
    func hasHeard() -> Bool {
        load.withLock { load in
            defer { load.hasHeard = false }
            return load.hasHeard
        }
    }
}
