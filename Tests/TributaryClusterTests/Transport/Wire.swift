// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore
import NIOEmbedded
import Synchronization

@testable import TributaryCluster

/// Nodes without a network, whose time and whose bytes go on when a test says so.
final class Wire {
    let loop = EmbeddedEventLoop()
    private(set) var nodes: [String: NIONode] = [:]
    /// Of each connection, the end that has called and the one that was called.
    private(set) var links: [(dialer: EmbeddedChannel, listener: EmbeddedChannel)] = []
    private var dialing: [(EmbeddedChannel, EmbeddedChannel)] = []
    /// How often each node was called.
    private(set) var calls: [String: Int] = [:]
    /// Who cannot be called.
    var away: Set<String> = []
    /// What is not carried: bytes in both directions.
    var isCut = false
    /// Changes what goes from the caller to the one that is called.
    var change: (ByteBuffer) -> ByteBuffer = { $0 }
    let reports = Mutex<[String]>([])

    /// What nodes were asked, where the test answers.
    struct Asked {
        let question: [UInt8]
        let answer: @Sendable ([UInt8]) -> Void
    }
    var asked: [Asked] = []

    @discardableResult
    func add(
        _ address: String,
        instance: UInt64 = 1,
        secret: String = "a secret of all nodes",
        limits: NIOTransport.Limits = NIOTransport.Limits(),
        answersAtOnce: Bool = true
    ) -> NIONode {
        let node = NIONode(
            NodeIdentity(address: address, instance: instance),
            secret: Array(secret.utf8),
            limits: limits,
            loop: loop,
            report: { [self] text in reports.withLock { $0.append(text) } },
            dial: { [unowned self] in call($0, $1) }
        )
        node.answering = { [unowned self] question, complete in
            if answersAtOnce {
                complete(Array(question.reversed()))
            } else {
                asked.append(Asked(question: question, answer: complete))
            }
        }
        nodes[address] = node
        return node
    }

    /// Adds the nodes `a` and `b`.
    func pair(_ limits: NIOTransport.Limits = NIOTransport.Limits(), answersAtOnce: Bool = true) {
        for address in ["a", "b"] { add(address, limits: limits, answersAtOnce: answersAtOnce) }
    }

    private func call(_ address: String, _ connection: NIOConnection) -> EventLoopFuture<Void> {
        calls[address, default: 0] += 1
        guard let node = nodes[address], !away.contains(address) else {
            return loop.makeFailedFuture(NodeTransportError.refused(reason: "nobody is there"))
        }
        let dialer = EmbeddedChannel(handler: connection, loop: loop)
        let listener = EmbeddedChannel(handler: NIOConnection(node, dialing: nil), loop: loop)
        dialing.append((dialer, listener))
        return loop.makeSucceededVoidFuture()
    }

    /// Carries everything until nothing is left to carry.
    func run() throws {
        var isMoving = true
        while isMoving {
            isMoving = false
            for (dialer, listener) in dialing {
                let address = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
                listener.connect(to: address, promise: nil)
                dialer.connect(to: address, promise: nil)
                links.append((dialer, listener))
                isMoving = true
            }
            dialing = []
            loop.run()
            guard !isCut else { continue }
            for (dialer, listener) in links {
                while let bytes = try dialer.readOutbound(as: ByteBuffer.self) {
                    isMoving = true
                    if listener.isActive { try listener.writeInbound(change(bytes)) }
                }
                while let bytes = try listener.readOutbound(as: ByteBuffer.self) {
                    isMoving = true
                    if dialer.isActive { try dialer.writeInbound(bytes) }
                }
                loop.run()
                if dialer.isActive != listener.isActive {
                    isMoving = true
                    (dialer.isActive ? dialer : listener).close(promise: nil)
                }
            }
        }
    }

    func pass(_ time: TimeAmount) throws {
        loop.advanceTime(by: time)
        try run()
    }

    var open: Int { links.count { $0.dialer.isActive } }

    private var count: UInt64 = 0

    /// Asks, and gives what becomes of it.
    func ask(_ from: String, _ to: String, _ text: String = "abc", within time: TimeAmount = .seconds(60))
        -> Asking
    {
        let asking = Asking()
        count += 1
        asking.number = count
        nodes[from]?.ask(to, Array(text.utf8), number: count, deadline: loop.now + time) {
            asking.answer = $0
        }
        return asking
    }

    /// Stops a node.
    func stop(_ address: String) -> Stopping {
        let stopping = Stopping()
        nodes[address]?.stop().whenComplete { _ in stopping.done.withLock { $0 = true } }
        return stopping
    }

    final class Stopping: Sendable {
        fileprivate let done = Mutex(false)
        var isDone: Bool { done.withLock { $0 } }
    }

    final class Asking {
        var number: UInt64 = 0
        var answer: NIONode.Answer?

        var text: String? { try? answer.map { String(decoding: try $0.get(), as: UTF8.self) } }

        var refusal: String? {
            guard case .failure(.refused(let reason)) = answer else { return nil }
            return reason
        }

        var doubt: String? {
            guard case .failure(.unknown(let reason)) = answer else { return nil }
            return reason
        }
    }
}
#endif
