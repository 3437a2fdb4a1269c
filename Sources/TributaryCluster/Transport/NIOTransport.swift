// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore
import NIOPosix
import Synchronization
import TributaryCore

/// Nodes reach each other over TCP, with one connection for each two of them.
///
/// ```swift
/// let transport = NIOTransport("10.0.0.7:9000", secret: secret)
/// ```
/// The nodes of a cluster share a secret. Both sides of a connection prove that they know it, without telling it, and agree on new keys, with
/// which everything that follows is encrypted and numbered: what was recorded, changed or put in ends the connection. Whoever knows the
/// secret is a node, and may be any of them. So make it of random bytes, such as those of `openssl rand -hex 32`; a short one can be guessed by whoever
/// answers in place of a node. The protocol is this library's own, and nobody has attacked it yet but its tests: run it in a private network, or over
/// WireGuard.
///
/// A node is called when it is asked for the first time, and again when it was lost. After a call in vain, questions to it are
/// refused for 50 ms, and twice as long after each further one, up to 5 s.
///
/// Everything runs on one thread, whatever the number of nodes.
public final class NIOTransport: NodeTransport {
    private let node: NIONode
    private let loop: any EventLoop
    private let listening: String
    private let server = Mutex<Server>(.none)
    private let count = Atomic<UInt64>(0)

    private enum Server {
        case none, starting, stopped
        case started(any Channel, address: String)
    }

    /// Makes a transport, which begins with `start`.
    ///
    /// - Parameters:
    ///   - address: Where others reach this node: a name or number of a machine, a colon, and a port. Others call it by
    ///     exactly this text. With the port 0 the system chooses one.
    ///   - listening: Where it listens, if that is somewhere else: `0.0.0.0:9000`, in a container.
    ///   - secret: What all nodes know, and nobody else; 16 bytes at least, in UTF-8.
    ///   - limits: How much may wait, and how long.
    public init(
        _ address: String,
        listeningAt listening: String? = nil,
        secret: String,
        limits: Limits = Limits()
    ) {
        self.listening = listening ?? address
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        self.loop = loop
        let reporter = DiagnosticReporter.current
        node = NIONode(
            NodeIdentity(address: address, instance: .random(in: 0 ... .max)),
            secret: Array(secret.utf8),
            limits: limits,
            loop: loop,
            report: { reporter.report(.connectionRefused($0)) },
            dial: { address, connection in
                guard let place = NodeAddress(address) else {
                    return loop.makeFailedFuture(
                        NodeTransportError.refused(reason: "“\(address)” is no address")
                    )
                }
                return ClientBootstrap(group: loop)
                    .connectTimeout(TimeAmount(limits.silence))
                    .channelInitializer { $0.prepare(for: connection, limits) }
                    .connect(host: place.host, port: place.port)
                    .map { _ in }
            }
        )
    }

    /// Where others reach this node, with the port that the system has chosen.
    public var address: String {
        server.withLock { if case .started(_, let address) = $0 { address } else { node.identity.address } }
    }

    /// Begins to answer what other nodes ask.
    ///
    /// - Throws: `NodeTransportError.refused` if the secret is too short, the address cannot be read or is taken, or this was called before.
    public func start(answering: @escaping @Sendable (_ question: [UInt8]) async -> [UInt8]) async throws {
        let isFirst = server.withLock { server in
            guard case .none = server else { return false }
            server = .starting
            return true
        }
        guard isFirst else { throw NodeTransportError.refused(reason: "this transport was started before") }
        guard node.secret.count >= 16 else {
            throw NodeTransportError.refused(
                reason: "the secret has \(node.secret.count) bytes, and 16 are needed at least"
            )
        }
        guard let place = NodeAddress(listening), let own = NodeAddress(node.identity.address) else {
            throw NodeTransportError.refused(
                reason: "“\(listening)” is no address: it takes a host, a colon and a port"
            )
        }
        let (node, limits) = (node, node.limits)
        let channel: any Channel
        do {
            channel = try await ServerBootstrap(group: loop)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { $0.prepare(for: NIOConnection(node, dialing: nil), limits) }
                // Not before the node knows its own address, by which others call it.
                .serverChannelOption(.autoRead, value: false)
                .bind(host: place.host, port: place.port)
                .get()
        } catch {
            throw NodeTransportError.refused(reason: "\(listening) cannot be listened at: \(error)")
        }
        let address = own.port == 0 ? "\(own.text):\(channel.localAddress?.port ?? 0)" : node.identity.address
        let loop = loop
        try await loop.submit {
            node.identity.address = address
            node.answering = { question, complete in
                Task {
                    let answer = await answering(question)
                    loop.execute { complete(answer) }
                }
            }
        }.get()
        server.withLock { $0 = .started(channel, address: address) }
        try await channel.setOption(.autoRead, value: true).get()
    }

    /// Asks a node, and waits for its answer.
    public func ask(_ address: String, _ question: [UInt8], deadline: ContinuousClock.Instant)
        async throws(NodeTransportError) -> [UInt8]
    {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        let (node, loop) = (node, loop)
        let answer: NIONode.Answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute {
                    // A day is as good as for ever, and can be added.
                    let left = TimeAmount(min(ContinuousClock.now.duration(to: deadline), .seconds(86_400)))
                    node.ask(address, question, number: number, deadline: loop.now + left) {
                        continuation.resume(returning: $0)
                    }
                }
                // If that was before the question was there, nobody has heard of it.
                if Task.isCancelled {
                    loop.execute { node.give(up: number, because: "the task was cancelled") }
                }
            }
        } onCancel: {
            loop.execute { node.give(up: number, because: "the task was cancelled") }
        }
        return try answer.get()
    }

    /// Answers what is on its way, for as long as the limits say, and closes all connections.
    public func stop() async {
        let former = server.withLock { server in
            defer { server = .stopped }
            return server
        }
        if case .started(let channel, _) = former { try? await channel.close() }
        let node = node
        try? await loop.flatSubmit { node.stop() }.get()
    }
}

extension NIOTransport {
    /// How much may wait between two nodes, and how long.
    public struct Limits: Sendable {
        /// How many questions to a node may wait for answers, and how many of one are answered at the same time; what is more is
        /// refused at once.
        public var questions = 1_024

        /// How many bytes a question may have, or an answer.
        public var bytes = 4 << 20

        /// How many bytes may wait for a node that does not read, or that is being called.
        public var waitingBytes = 16 << 20

        /// How long a node may be silent, or a handshake take, before a connection is given up; a node is asked for a sign three
        /// times meanwhile.
        public var silence = Duration.seconds(3)

        /// How long `stop` waits for answers.
        public var draining = Duration.seconds(10)

        /// The limits that are meant for most.
        public init() {}
    }
}

/// A host and a port.
private struct NodeAddress {
    let host: String
    let port: Int
    /// The host as it stands before a colon.
    let text: String

    init?(_ address: String) {
        guard let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...]),
            colon > address.startIndex
        else { return nil }
        self.port = Int(port)
        text = String(address[..<colon])
        host = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    }
}

extension Channel {
    fileprivate func prepare(for connection: NIOConnection, _ limits: NIOTransport.Limits) -> EventLoopFuture<
        Void
    > {
        eventLoop.makeCompletedFuture {
            if let options = syncOptions {
                try options.setOption(.socketOption(.tcp_nodelay), value: 1)
                let mark = ChannelOptions.Types.WriteBufferWaterMark(
                    low: limits.bytes / 4,
                    high: limits.bytes
                )
                try options.setOption(.writeBufferWaterMark, value: mark)
            }
            try pipeline.syncOperations.addHandler(connection)
        }
    }
}

extension Diagnostic {
    fileprivate static func connectionRefused(_ message: String) -> Diagnostic {
        Diagnostic(
            Diagnostic.Identifier("TRIBUTARY-060"),
            message: message,
            remedy: """
                Give all nodes the same secret and each the address by which the others call it; let nobody else reach the \
                port.
                """
        )
    }
}
#endif
