// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
package import NIOCore
import Synchronization

/// What is to be written to a connection, up to a limit: one who reads too slowly is cut off, and costs no more.
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
    ///   - countLimit: How many messages may wait.
    ///   - byteLimit: How many bytes they may have together.
    package init(countLimit: Int, byteLimit: Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
        (items, continuation) = AsyncStream.makeStream()
        // Of several reasons to end, the first counts.
        (ends, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Puts a message in line; what comes after the connection's end is dropped.
    package func send(_ text: ByteBuffer) { append(.text(text)) }

    /// Puts a frame in line.
    package func send(_ frame: some Encodable) { send(ByteBuffer(string: FrameCoding.text(of: frame))) }

    /// Ends the connection now; what still waits is not written any more.
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

    /// Notes that the other side lives.
    func hear() { load.withLock { $0.hasHeard = true } }

    /// Whether anything was heard since this was asked last.
    func hasHeard() -> Bool {
        load.withLock { load in
            defer { load.hasHeard = false }
            return load.hasHeard
        }
    }
}
