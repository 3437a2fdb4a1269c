// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore

/// One connection between two nodes, over which both ask and answer.
///
/// Everything happens on the event loop of its node, so nothing is changed by two threads; that is why it may be sent.
final class NIOConnection: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer

    private enum Phase {
        case shaking(NIOHandshake)
        case open(sending: NIOSeal, receiving: NIOSeal)
        case closed
    }

    /// The address that this node has called; `nil` if it was called.
    let dialed: String?
    /// The node that was called, or that has proved to be on the other side.
    private(set) var peer: NodeIdentity?
    /// How many of this node's questions went over it, and have no answer yet.
    var asked = 0

    private let node: NIONode
    private var phase: Phase
    private var context: ChannelHandlerContext?
    private var received = ByteBuffer()
    /// How many questions of the other node have no answer yet.
    private var answering = 0
    /// What was said while the other node does not read.
    private var held = 0
    private var saidGoodbye = false
    private var heardGoodbye = false
    /// How many times in a row nothing was heard between two looks.
    private var silence = 0
    private var watch: RepeatedTask?
    private var isFlushing = false
    private var reason = "the connection was closed by the other node"

    init(_ node: NIONode, dialing address: String?) {
        self.node = node
        dialed = address
        phase = .shaking(NIOHandshake(node.identity, dialing: address, secret: node.secret))
    }

    var isDialed: Bool { dialed != nil }

    /// Whether the other node reads what it is told.
    var isWritable: Bool { context?.channel.isWritable == true }

    var isOpen: Bool { if case .open = phase { true } else { false } }

    func send(_ frame: NIOFrame) {
        guard let context, case .open(var sending, let receiving) = phase else { return }
        guard let sealed = try? sending.close(frame, allocator: context.channel.allocator) else {
            return fail("a frame cannot be encrypted")
        }
        phase = .open(sending: sending, receiving: receiving)
        if !context.channel.isWritable {
            // Questions are not sent then; answers are, and must have an end.
            held += sealed.readableBytes
            guard held <= node.limits.waitingBytes else { return fail("it does not read what it asks for") }
        }
        context.write(NIOAny(sealed), promise: nil)
        flushSoon(context)
    }

    func answer(_ number: UInt64, _ body: [UInt8]) {
        answering -= 1
        if body.count > node.limits.bytes {
            let reason = "the answer has \(body.count) bytes, and \(node.limits.bytes) are allowed"
            send(NIOFrame(kind: .failure, number: number, body: Array(reason.utf8)))
        } else {
            send(NIOFrame(kind: .answer, number: number, body: body))
        }
        endIfDone()
    }

    /// Says that no more questions come over this connection; it ends when everything on its way is answered.
    func leave() {
        guard !saidGoodbye else { return }
        saidGoodbye = true
        send(NIOFrame(kind: .goodbye))
        endIfDone()
    }

    func endIfDone() {
        guard saidGoodbye, heardGoodbye, answering == 0, asked == 0, let context else { return }
        context.flush()
        // The other node reads what is on its way before it sees the end, and ends its half, too.
        context.close(mode: .output, promise: nil)
    }

    func fail(_ reason: String) {
        if case .closed = phase { return }
        self.reason = reason
        context?.close(promise: nil)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        node.began(self)
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard watch == nil else { return }
        if isDialed, case .shaking(let handshake) = phase { say(handshake.hello, context) }
        let pause = TimeAmount(node.limits.silence / 3)
        watch = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { [weak self] _ in
            self?.look()
        }
    }

    /// Finds out whether the other node is still there.
    private func look() {
        silence += 1
        if silence > 3 {
            let time = node.limits.silence
            return fail(isOpen ? "nothing was heard for \(time)" : "the handshake took longer than \(time)")
        }
        if isOpen { send(NIOFrame(kind: .ping)) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        while context.channel.isActive, let message = nextMessage() { receive(message, context) }
        received.discardReadBytes()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { held = 0 }
        // A node that does not read is not listened to, either.
        _ = context.channel.setOption(.autoRead, value: context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail("\(error)") }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func end() {
        if case .closed = phase { return }
        let wasOpen = isOpen
        phase = .closed
        watch?.cancel()
        context = nil
        // If there was no connection at all, whoever called knows better why.
        node.ended(self, isCallInVain: isDialed && watch != nil && !wasOpen, reason: reason)
    }

    private func nextMessage() -> ByteBuffer? {
        guard let length = received.getInteger(at: received.readerIndex, as: UInt32.self) else { return nil }
        // Why there is no answer may be longer than an answer.
        let limit = isOpen ? max(node.limits.bytes, 1_024) + NIOFrame.overhead : NIOHandshake.limit
        guard length <= limit else {
            let said = "what it said has \(length) bytes, and \(limit) are allowed"
            refuse(isOpen ? said : "it does not speak this protocol: \(said)")
            return nil
        }
        guard received.readableBytes >= 4 + Int(length) else { return nil }
        received.moveReaderIndex(forwardBy: 4)
        return received.readSlice(length: Int(length))
    }

    private func receive(_ message: ByteBuffer, _ context: ChannelHandlerContext) {
        switch phase {
        case .closed: return
        case .shaking(var handshake):
            do throws(NIOHandshake.Failure) {
                let step = try handshake.receive(Array(message.readableBytesView))
                switch step {
                case .reply(let reply):
                    phase = .shaking(handshake)
                    say(reply, context)
                case .done(let agreement, let reply):
                    if let reply { say(reply, context) }
                    silence = 0
                    peer = agreement.peer
                    phase = .open(
                        sending: NIOSeal(agreement.sending),
                        receiving: NIOSeal(agreement.receiving)
                    )
                    node.opened(self, agreement.peer)
                }
            } catch {
                refuse(error.reason)
            }
        case .open(let sending, var receiving):
            guard let frame = receiving.open(message) else {
                return refuse("what it said was changed on the way, or was not said by it")
            }
            phase = .open(sending: sending, receiving: receiving)
            silence = 0
            receive(frame)
        }
    }

    private func receive(_ frame: NIOFrame) {
        switch frame.kind {
        case .ping: send(NIOFrame(kind: .pong))
        case .pong: break
        case .goodbye:
            heardGoodbye = true
            node.leave(self)
            endIfDone()
        case .question:
            guard answering < node.limits.questions else {
                return send(NIOFrame(kind: .refusal, number: frame.number))
            }
            answering += 1
            node.answer(frame, over: self)
        case .answer: node.finish(frame.number, .success(frame.body), over: self)
        case .refusal:
            let reason = "it has as many questions to answer as it may"
            node.finish(frame.number, .failure(.refused(reason: reason)), over: self)
        case .failure:
            let reason = String(decoding: frame.body, as: UTF8.self)
            node.finish(frame.number, .failure(.unknown(reason: reason)), over: self)
        }
    }

    /// Has nothing to do with what does not belong here.
    private func refuse(_ reason: String) {
        if !isDialed { node.refused(reason, from: context?.channel.remoteAddress) }
        fail(reason)
    }

    private func say(_ message: [UInt8], _ context: ChannelHandlerContext) {
        var buffer = context.channel.allocator.buffer(capacity: 4 + message.count)
        buffer.writeInteger(UInt32(message.count))
        buffer.writeBytes(message)
        context.writeAndFlush(NIOAny(buffer), promise: nil)
    }

    /// Sends what was said in this turn of the loop together.
    private func flushSoon(_ context: ChannelHandlerContext) {
        guard !isFlushing else { return }
        isFlushing = true
        context.eventLoop.execute { [self] in
            isFlushing = false
            self.context?.flush()
        }
    }
}
#endif
