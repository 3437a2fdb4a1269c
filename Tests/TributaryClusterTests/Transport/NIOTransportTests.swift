// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore
import NIOPosix
import Synchronization
import Testing
import TributaryCore

@testable import TributaryCluster

@Suite("Nodes over TCP", .timeLimit(.minutes(30)))
struct NIOTransportTests {
    private static let secret = "a secret of all nodes"

    private var soon: ContinuousClock.Instant { .now + .seconds(120) }

    private func started(
        _ address: String = "127.0.0.1:0",
        secret: String = secret,
        limits: NIOTransport.Limits = NIOTransport.Limits(),
        answering: @escaping @Sendable ([UInt8]) async -> [UInt8] = { $0.reversed() }
    ) async throws -> NIOTransport {
        let transport = NIOTransport(address, secret: secret, limits: limits)
        try await transport.start(answering: answering)
        return transport
    }

    private func error(of body: () async throws -> Void) async -> NodeTransportError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? NodeTransportError
        }
    }

    private func isRefused(_ error: NodeTransportError?) -> Bool {
        if case .refused = error { true } else { false }
    }

    @Test func `ask and answer in both directions, and stop`() async throws {
        let (one, other) = (try await started(), try await started())
        #expect(try await one.ask(other.address, [1, 2, 3], deadline: soon) == [3, 2, 1])
        #expect(try await other.ask(one.address, [], deadline: soon) == [])
        await one.stop()
        await one.stop()
        #expect(isRefused(await error { _ = try await one.ask(other.address, [], deadline: soon) }))
        #expect(isRefused(await error { _ = try await other.ask(one.address, [], deadline: soon) }))
        await other.stop()
    }

    @Test func `give thousands of questions at once their own answers, in whatever order these come`()
        async throws
    {
        var limits = NIOTransport.Limits()
        limits.questions = 5_000
        // Each question waits for the one that came after it, the last for nobody: answers come in the opposite order.
        let gate = Gate(count: 5_000)
        let one = try await started(limits: limits)
        let other = try await started(limits: limits) { question in
            await gate.pass()
            return question + question
        }
        let address = other.address
        let deadline = soon
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<5_000 {
                group.addTask {
                    let question = withUnsafeBytes(of: number) { Array($0) }
                    return try await one.ask(address, question, deadline: deadline) != question + question
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
        await one.stop()
        await other.stop()
    }

    /// Lets everybody through when all are there, the last first.
    private actor Gate {
        private let count: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(count: Int) { self.count = count }

        func pass() async {
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                guard waiting.count == count else { return }
                for one in waiting.reversed() { one.resume() }
            }
        }
    }

    @Test func `carry as much as may be asked`() async throws {
        let (one, other) = (try await started(), try await started())
        let question = [UInt8](repeating: 7, count: 4 << 20)
        #expect(try await one.ask(other.address, question, deadline: soon) == question)
        await one.stop()
        await other.stop()
    }

    @Test func `have nothing to do with each other when their secrets are not the same`() async throws {
        let told = Mutex<[Diagnostic]>([])
        let reporter = DiagnosticReporter { diagnostic in told.withLock { $0.append(diagnostic) } }
        try await DiagnosticReporter.$current.withValue(reporter) {
            let answering: @Sendable ([UInt8]) async -> [UInt8] = { $0 }
            let one = NIOTransport("127.0.0.1:0", secret: "the secret of the one")
            let other = NIOTransport("127.0.0.1:0", secret: "the secret of the other")
            try await one.start(answering: answering)
            try await other.start(answering: answering)
            let refusal = await error {
                _ = try await one.ask(other.address, [1], deadline: soon)
            }
            #expect(isRefused(refusal))
            await one.stop()
            await other.stop()
        }
        let diagnostic = try #require(told.withLock { $0.first })
        #expect(diagnostic.identifier == Diagnostic.Identifier("TRIBUTARY-060"))
        #expect(diagnostic.message.contains("it does not know the secret"))
    }

    @Test func `close a connection of another protocol without a word`() async throws {
        try await DiagnosticReporter.$current.withValue(.silent) {
            let transport = try await started()
            let port = try #require(transport.address.split(separator: ":").last.flatMap { Int($0) })
            let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try await client.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                // A connection that is closed with something unread may end as one that was reset.
                do { for try await bytes in inbound { Issue.record("It said \(bytes)") } } catch {}
            }
            await transport.stop()
        }
    }

    /// One that can be called, and closes the connection when it was asked something.
    private final class Dying: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private var handshake: NIOHandshake?
        private var hasAgreed = false
        private var received = ByteBuffer()
        private let address: String

        init(_ address: String) { self.address = address }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if hasAgreed { return context.close(promise: nil) }
            var bytes = unwrapInboundIn(data)
            received.writeBuffer(&bytes)
            while let message = received.readLengthPrefixedSlice(as: UInt32.self) {
                var shaking =
                    handshake
                    ?? NIOHandshake(
                        NodeIdentity(address: address, instance: 1),
                        dialing: nil,
                        secret: Array(NIOTransportTests.secret.utf8)
                    )
                let step = try? shaking.receive(Array(message.readableBytesView))
                handshake = shaking
                let reply: [UInt8]
                switch step {
                case .reply(let bytes): reply = bytes
                case .done(_, let bytes):
                    reply = bytes ?? []
                    hasAgreed = true
                case nil: return context.close(promise: nil)
                }
                var buffer = context.channel.allocator.buffer(capacity: 64)
                buffer.writeInteger(UInt32(reply.count))
                buffer.writeBytes(reply)
                context.writeAndFlush(NIOAny(buffer), promise: nil)
            }
        }
    }

    @Test func `know nothing of a question whose node has died in the middle`() async throws {
        let listening = Address("")
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Dying(listening.value))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let address = "127.0.0.1:\(server.localAddress?.port ?? 0)"
        listening.value = address
        let transport = try await started()
        let failure = await error {
            _ = try await transport.ask(address, [1], deadline: soon)
        }
        #expect(failure == .unknown(reason: "\(address): the connection was closed by the other node"))
        try await server.close()
        let refusal = await error {
            _ = try await transport.ask(address, [1], deadline: soon)
        }
        #expect(isRefused(refusal))
        await transport.stop()
    }

    private final class Address: Sendable {
        private let mutex: Mutex<String>
        init(_ value: String) { mutex = Mutex(value) }
        var value: String {
            get { mutex.withLock { $0 } }
            set { mutex.withLock { $0 = newValue } }
        }
    }

    @Test func `answer what is on its way before they stop`() async throws {
        let (asked, answer) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let other = try await started { question in
            asked.continuation.yield()
            for await _ in answer.stream { break }
            return question
        }
        let one = try await started()
        let (address, deadline) = (other.address, soon)
        async let asking = one.ask(address, [1, 2], deadline: deadline)
        for await _ in asked.stream { break }
        async let stop: Void = other.stop()
        answer.continuation.yield()
        #expect(try await asking == [1, 2])
        await stop
        await one.stop()
    }

    @Test func `give up a question whose task is cancelled`() async throws {
        let asked = AsyncStream<Void>.makeStream()
        let never = AsyncStream<Void>.makeStream()
        let other = try await started { question in
            asked.continuation.yield()
            for await _ in never.stream { break }
            return question
        }
        let one = try await started()
        let (address, deadline) = (other.address, soon)
        let task = Task { try await one.ask(address, [1], deadline: deadline) }
        for await _ in asked.stream { break }
        task.cancel()
        #expect(
            await error { _ = try await task.value }
                == .unknown(reason: "\(address): the task was cancelled")
        )
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await one.ask(address, [1], deadline: deadline)
        }
        #expect(await error { _ = try await early.value } != nil)
        never.continuation.finish()
        await one.stop()
        await other.stop()
    }

    @Test func `do not begin with a short secret, without an address, at one that is taken, or twice`()
        async throws
    {
        #expect(
            await refusal(of: NIOTransport("127.0.0.1:0", secret: "fifteen bytes.."))
                == "the secret has 15 bytes, and 16 are needed at least"
        )
        #expect(
            await refusal(of: NIOTransport("127.0.0.1", secret: Self.secret))?.contains("is no address")
                == true
        )
        let first = try await started()
        #expect(
            await refusal(of: NIOTransport(first.address, secret: Self.secret))?.contains(
                "cannot be listened at"
            ) == true
        )
        #expect(await refusal(of: first) == "this transport was started before")
        await first.stop()
    }

    private func refusal(of transport: NIOTransport) async -> String? {
        do {
            try await transport.start { $0 }
            return nil
        } catch NodeTransportError.refused(let reason) {
            return reason
        } catch {
            return nil
        }
    }
}
#endif
