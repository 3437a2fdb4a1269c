// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore
import Testing

@testable import TributaryCluster

@Suite("A handshake of two nodes", .timeLimit(.minutes(30)))
struct NIOHandshakeTests {
    private static let secret = Array("a secret of all nodes".utf8)
    private let one = NodeIdentity(address: "one:1", instance: 1)
    private let two = NodeIdentity(address: "two:2", instance: 2)

    private func dialer(_ secret: [UInt8] = secret, to address: String = "two:2") -> NIOHandshake {
        NIOHandshake(one, dialing: address, secret: secret)
    }

    private func listener(_ secret: [UInt8] = secret) -> NIOHandshake {
        NIOHandshake(two, dialing: nil, secret: secret)
    }

    private func reply(_ step: NIOHandshake.Step) throws -> [UInt8] {
        guard case .reply(let reply) = step else { throw NIOHandshake.Failure(reason: "no reply") }
        return reply
    }

    private func agreement(_ step: NIOHandshake.Step) throws -> (NIOHandshake.Agreement, [UInt8]) {
        guard case .done(let agreement, let reply) = step else {
            throw NIOHandshake.Failure(reason: "not done")
        }
        return (agreement, reply ?? [])
    }

    /// Lets two shake hands; `change` may change the message with a number, from 0 on.
    private func shake(
        _ dialer: inout NIOHandshake,
        _ listener: inout NIOHandshake,
        change: (Int, inout [UInt8]) -> Void = { _, _ in }
    ) throws -> (dialer: NIOHandshake.Agreement, listener: NIOHandshake.Agreement, said: [[UInt8]]) {
        var messages = [dialer.hello]
        change(0, &messages[0])
        messages.append(try reply(listener.receive(messages[0])))
        change(1, &messages[1])
        messages.append(try reply(dialer.receive(messages[1])))
        change(2, &messages[2])
        let (listenersAgreement, proof) = try agreement(listener.receive(messages[2]))
        messages.append(proof)
        change(3, &messages[3])
        let (dialersAgreement, _) = try agreement(dialer.receive(messages[3]))
        return (dialersAgreement, listenersAgreement, messages)
    }

    /// What a closure fails with.
    private func reason(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? NIOHandshake.Failure)?.reason
        }
    }

    @Test func `gives both the same keys, one for each direction, and the identity of the other`() throws {
        var (dialer, listener) = (dialer(), listener())
        let made = try shake(&dialer, &listener)
        #expect(made.dialer.sending == made.listener.receiving)
        #expect(made.dialer.receiving == made.listener.sending)
        #expect(made.dialer.sending != made.dialer.receiving)
        #expect(made.dialer.peer == two)
        #expect(made.listener.peer == one)
    }

    @Test func `agrees on other keys each time`() throws {
        var (dialer, listener) = (dialer(), listener())
        var (secondDialer, secondListener) = (self.dialer(), self.listener())
        let keys = try [shake(&dialer, &listener), shake(&secondDialer, &secondListener)].map(
            \.dialer.sending
        )
        #expect(keys[0] != keys[1])
    }

    @Test func `never has the secret in a message`() throws {
        var (dialer, listener) = (dialer(), listener())
        for message in try shake(&dialer, &listener).said {
            #expect(!String(decoding: message, as: UTF8.self).contains("a secret of all nodes"))
        }
    }

    @Test func `is none of another version`() {
        var (hello, listener) = (dialer().hello, listener())
        hello["tributary node ".utf8.count] ^= 1
        let reason = reason { _ = try listener.receive(hello) }
        #expect(reason == "it does not speak this protocol, or another version of it")
    }

    @Test func `fails in the listener first where the secret is another one`() {
        var (dialer, listener) = (dialer(Array("another secret, as long".utf8)), listener())
        #expect(reason { _ = try shake(&dialer, &listener) } == "it does not know the secret")
        // The listener has not proved anything to whoever does not know it.
        #expect(
            reason { _ = try dialer.receive([UInt8](repeating: 0, count: 32)) }
                == "it does not know the secret"
        )
    }

    @Test func `cannot be replayed, neither to the listener nor to the dialer`() throws {
        var (dialer, listener) = (dialer(), listener())
        let said = try shake(&dialer, &listener).said
        var second = self.listener()
        _ = try second.receive(said[0])
        #expect(reason { _ = try second.receive(said[2]) } == "it does not know the secret")
        var secondDialer = self.dialer()
        _ = try secondDialer.receive(said[1])
        #expect(reason { _ = try secondDialer.receive(said[3]) } == "it does not know the secret")
    }

    @Test func `cannot be reflected: what a node says proves nothing to itself`() throws {
        // Whoever is called gives the dialer its own words back.
        var dialer = dialer()
        #expect(reason { _ = try dialer.receive(dialer.hello) } != nil)
        // Or calls a listener, and gives it its own proof back, with its own key.
        var listener = listener()
        var other = self.dialer()
        let hello = try reply(listener.receive(other.hello))
        let proof = try reply(other.receive(hello))
        let (_, listenersProof) = try agreement(listener.receive(proof))
        #expect(reason { _ = try other.receive(proof) } == "it does not know the secret")
        var third = self.listener()
        _ = try third.receive(other.hello)
        #expect(reason { _ = try third.receive(listenersProof) } == "it does not know the secret")
    }

    @Test func `is meant for one address, and cannot be passed on to another node`() {
        var (dialer, listener) = (dialer(to: "three:3"), listener())
        #expect(
            reason { _ = try shake(&dialer, &listener) } == "it called “three:3”, and this node is “two:2”"
        )
    }

    @Test func `is not made with the node itself`() {
        var (first, second) = (NIOHandshake(two, dialing: "two:2", secret: Self.secret), listener())
        #expect(reason { _ = try shake(&first, &second) } == "it is this node itself")
    }

    @Test(arguments: 0..<4)
    func `fails where a bit of a message is changed, or a byte is missing`(message: Int) throws {
        var (dialer, listener) = (dialer(), listener())
        let count = try shake(&dialer, &listener).said[message].count
        // The topmost bit of a key is not used: it is part of what is proved, all the same.
        for bit in 0..<count * 8 {
            var (dialer, listener) = (self.dialer(), self.listener())
            let failure = reason {
                _ = try shake(&dialer, &listener) { if $0 == message { $1[bit / 8] ^= 1 << UInt8(bit % 8) } }
            }
            #expect(failure != nil, "bit \(bit)")
        }
        for end in 0..<count {
            var (dialer, listener) = (self.dialer(), self.listener())
            let failure = reason {
                _ = try shake(&dialer, &listener) { if $0 == message { $1 = Array($1[..<end]) } }
            }
            #expect(failure != nil, "\(end) bytes")
        }
    }

    @Test func `makes frames that open in their order, unchanged, once, and in their direction`() throws {
        var (dialer, listener) = (dialer(), listener())
        let made = try shake(&dialer, &listener)
        var sending = NIOSeal(made.dialer.sending)
        let frames = (0..<3).map {
            NIOFrame(kind: .question, number: UInt64($0) << 40, body: Array("frame \($0)".utf8))
        }
        let sealed = try frames.map { frame -> ByteBuffer in
            var buffer = try sending.close(frame, allocator: ByteBufferAllocator())
            #expect(buffer.readInteger(as: UInt32.self) == UInt32(buffer.readableBytes))
            #expect(!String(buffer: buffer).contains("frame"))
            return buffer
        }
        var receiving = NIOSeal(made.listener.receiving)
        for (frame, sealed) in zip(frames, sealed) { #expect(receiving.open(sealed) == frame) }
        // Again; too early; in the other direction; changed.
        #expect(receiving.open(sealed[2]) == nil)
        var late = NIOSeal(made.listener.receiving)
        #expect(late.open(sealed[1]) == nil)
        var back = NIOSeal(made.dialer.receiving)
        #expect(back.open(sealed[0]) == nil)
        for byte in 0..<sealed[0].readableBytes {
            var changed = sealed[0]
            let at = changed.readerIndex + byte
            changed.setInteger((changed.getInteger(at: at, as: UInt8.self) ?? 0) ^ 0x10, at: at)
            var fresh = NIOSeal(made.listener.receiving)
            #expect(fresh.open(changed) == nil)
        }
        var empty = NIOSeal(made.listener.receiving)
        #expect(empty.open(ByteBuffer()) == nil)
    }
}
#endif
