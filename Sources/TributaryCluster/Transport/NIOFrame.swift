// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import Crypto
import NIOCore

/// What nodes tell each other over a connection.
struct NIOFrame: Equatable {
    enum Kind: UInt8 {
        case question, answer
        /// The question was not asked: too many are on their way.
        case refusal
        /// The question was asked, and there is no answer that can be sent.
        case failure
        case ping, pong
        /// No more questions come over this connection.
        case goodbye
    }

    var kind: Kind
    /// Which question it is, or answers.
    var number: UInt64 = 0
    var body: [UInt8] = []

    /// What a frame has beside its body: its length, kind and number, and what proves that it is whole.
    static let overhead = 4 + 9 + 16
}

/// One direction of a connection, in which each frame is encrypted by the key of the connection, and a number of its own.
///
/// So a frame that was changed, left out, put in, or comes again cannot be opened.
struct NIOSeal {
    private let key: SymmetricKey
    private var count: UInt64 = 0

    init(_ key: SymmetricKey) { self.key = key }

    mutating func close(_ frame: NIOFrame, allocator: ByteBufferAllocator) throws -> ByteBuffer {
        var plain: [UInt8] = []
        plain.reserveCapacity(9 + frame.body.count)
        plain.append(frame.kind.rawValue)
        withUnsafeBytes(of: frame.number.bigEndian) { plain += $0 }
        plain += frame.body
        let box = try ChaChaPoly.seal(plain, using: key, nonce: nextNonce())
        var buffer = allocator.buffer(capacity: NIOFrame.overhead + frame.body.count)
        buffer.writeInteger(UInt32(NIOFrame.overhead - 4 + frame.body.count))
        buffer.writeBytes(box.ciphertext)
        buffer.writeBytes(box.tag)
        return buffer
    }

    /// - Parameter sealed: Without its length.
    /// - Returns: The frame; `nil` if it is not the next one of this connection.
    mutating func open(_ sealed: ByteBuffer) -> NIOFrame? {
        let plain = sealed.withUnsafeReadableBytes { bytes -> [UInt8]? in
            guard bytes.count >= NIOFrame.overhead - 4, let nonce = try? nextNonce() else { return nil }
            let end = bytes.count - 16
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce,
                ciphertext: UnsafeRawBufferPointer(rebasing: bytes[..<end]),
                tag: UnsafeRawBufferPointer(rebasing: bytes[end...])
            )
            return box.flatMap { try? ChaChaPoly.open($0, using: key) }.map { Array($0) }
        }
        guard let plain, let kind = plain.first.flatMap(NIOFrame.Kind.init(rawValue:)) else { return nil }
        let body = plain.dropFirst()
        return NIOFrame(
            kind: kind,
            number: body.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            body: Array(body.dropFirst(8))
        )
    }

    /// Four bytes of nothing, and how many frames came before.
    private mutating func nextNonce() throws -> ChaChaPoly.Nonce {
        defer { count += 1 }
        return try withUnsafeBytes(of: count.bigEndian) {
            try ChaChaPoly.Nonce(data: [0, 0, 0, 0] + Array($0))
        }
    }
}
#endif
