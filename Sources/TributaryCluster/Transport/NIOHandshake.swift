// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import Crypto

/// Who takes part in a cluster: where a node is reached, and which of its lives this is.
struct NodeIdentity: Equatable {
    var address: String

    /// Another one after each start, by which a connection to a former life is known.
    var instance: UInt64
}

/// How two nodes prove to each other that they know the secret, and agree on keys for what follows.
///
/// Each makes a new pair of keys for each connection, whose public halves are also the nonces. The secret never travels: it is the key with which
/// what only these two know is mixed. Both prove, the one that called first, that they have the same result, over everything
/// that was said: both keys, both addresses, and who called. So nothing that was recorded or reflected proves anything, nor what was
/// said to another node.
///
/// 1. The dialer says hello: its key, its address, and the one that it called.
/// 2. The listener says hello: its key.
/// 3. The dialer proves, and 4. the listener proves.
struct NIOHandshake {
    /// What two nodes have agreed on.
    struct Agreement {
        let peer: NodeIdentity
        let sending: SymmetricKey
        let receiving: SymmetricKey
    }

    enum Step {
        case reply([UInt8])
        case done(Agreement, reply: [UInt8]?)
    }

    /// Why a handshake has failed.
    struct Failure: Error {
        let reason: String
    }

    private enum Waiting {
        case hello
        case proof(Keys, peer: NodeIdentity)
    }

    /// More than this is no message of a handshake.
    static let limit = 1_024

    private static let name = Array("tributary node 1".utf8)

    private let secret: [UInt8]
    private let own: NodeIdentity
    /// The address that was called; `nil` in the node that was.
    private let dialed: String?
    private let key = Curve25519.KeyAgreement.PrivateKey()
    private var waiting = Waiting.hello

    init(_ own: NodeIdentity, dialing dialed: String?, secret: [UInt8]) {
        self.own = own
        self.dialed = dialed
        self.secret = secret
    }

    /// What is said first.
    var hello: [UInt8] {
        var hello = Self.name + bytes(of: own.instance) + key.publicKey.rawRepresentation
        if let dialed {
            for address in [own.address, dialed] {
                hello += bytes(of: UInt16(address.utf8.count)) + address.utf8
            }
        }
        return hello
    }

    mutating func receive(_ message: [UInt8]) throws(Failure) -> Step {
        switch waiting {
        case .hello: try receiveHello(message)
        case .proof(let keys, let peer): try receiveProof(message, keys, peer)
        }
    }

    private mutating func receiveHello(_ message: [UInt8]) throws(Failure) -> Step {
        var rest = message[...]
        guard take(Self.name.count, from: &rest) == Self.name[...] else {
            throw Failure(reason: "it does not speak this protocol, or another version of it")
        }
        let whole = Failure(reason: "what it said is not whole")
        guard let instance = take(8, from: &rest), let theirs = take(32, from: &rest) else { throw whole }
        var peer = NodeIdentity(address: dialed ?? "", instance: number(instance))
        if dialed == nil {
            guard let address = takeText(from: &rest), let called = takeText(from: &rest) else { throw whole }
            guard called == own.address else {
                throw Failure(reason: "it called “\(called)”, and this node is “\(own.address)”")
            }
            peer.address = address
        }
        guard rest.isEmpty else { throw whole }
        guard peer != own else { throw Failure(reason: "it is this node itself") }
        let hellos = dialed == nil ? message + hello : hello + message
        guard let key = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: theirs),
            let shared = try? self.key.sharedSecretFromKeyAgreement(with: key)
        else { throw Failure(reason: "its key is none") }
        let keys = Keys(shared, secret: secret, hellos: hellos)
        waiting = .proof(keys, peer: peer)
        return .reply(dialed == nil ? hello : keys.dialerProof)
    }

    private func receiveProof(_ message: [UInt8], _ keys: Keys, _ peer: NodeIdentity) throws(Failure) -> Step
    {
        guard keys.proves(message, isDialer: dialed == nil) else {
            throw Failure(reason: "it does not know the secret")
        }
        if dialed == nil {
            let agreement = Agreement(peer: peer, sending: keys.fromListener, receiving: keys.fromDialer)
            return .done(agreement, reply: keys.listenerProof)
        }
        return .done(
            Agreement(peer: peer, sending: keys.fromDialer, receiving: keys.fromListener),
            reply: nil
        )
    }

    private func take(_ count: Int, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private func takeText(from rest: inout ArraySlice<UInt8>) -> String? {
        take(2, from: &rest).flatMap { take(Int(number($0)), from: &rest) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// What two nodes know after both have said hello, if both know the secret.
private struct Keys {
    let fromDialer: SymmetricKey
    let fromListener: SymmetricKey
    private let proving: SymmetricKey
    private let hellos: [UInt8]

    init(_ shared: SharedSecret, secret: [UInt8], hellos: [UInt8]) {
        func key(_ purpose: String) -> SymmetricKey {
            shared.hkdfDerivedSymmetricKey(
                using: SHA256.self,
                salt: secret,
                sharedInfo: Array(SHA256.hash(data: hellos)) + Array(purpose.utf8),
                outputByteCount: 32
            )
        }
        (fromDialer, fromListener, proving) = (key("dialer sends"), key("listener sends"), key("proof"))
        self.hellos = hellos
    }

    var dialerProof: [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: proven(isDialer: true), using: proving))
    }
    var listenerProof: [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: proven(isDialer: false), using: proving))
    }

    /// Whether a proof is that of a role, in a time that does not depend on how far it is right.
    func proves(_ proof: [UInt8], isDialer: Bool) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            proof,
            authenticating: proven(isDialer: isDialer),
            using: proving
        )
    }

    private func proven(isDialer: Bool) -> [UInt8] { (isDialer ? [1] : [2]) + hellos }
}
#endif
