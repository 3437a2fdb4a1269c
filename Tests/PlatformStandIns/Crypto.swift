// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What TributaryCluster uses of swift-crypto.

public struct SymmetricKey: Sendable, Equatable {}

public struct SHA256: Sendable {
    public static func hash(data: [UInt8]) -> [UInt8] { fatalError() }
}

public struct SharedSecret: Sendable {
    public func hkdfDerivedSymmetricKey(
        using hashFunction: SHA256.Type,
        salt: [UInt8],
        sharedInfo: [UInt8],
        outputByteCount: Int
    ) -> SymmetricKey { fatalError() }
}

public struct HMAC<H>: Sendable {
    public static func authenticationCode(for data: [UInt8], using key: SymmetricKey) -> [UInt8] {
        fatalError()
    }
    public static func isValidAuthenticationCode(
        _ code: [UInt8],
        authenticating data: [UInt8],
        using key: SymmetricKey
    ) -> Bool { fatalError() }
}

public enum Curve25519 {
    public enum KeyAgreement {
        public struct PublicKey: Sendable {
            public init(rawRepresentation: some Sequence<UInt8>) throws {}
            public var rawRepresentation: [UInt8] { fatalError() }
        }

        public struct PrivateKey: Sendable {
            public init() {}
            public var publicKey: PublicKey { fatalError() }
            public func sharedSecretFromKeyAgreement(with key: PublicKey) throws -> SharedSecret {
                fatalError()
            }
        }
    }
}

public enum ChaChaPoly {
    public struct Nonce: Sendable {
        public init(data: [UInt8]) throws {}
    }

    public struct SealedBox: Sendable {
        public init(nonce: Nonce, ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer) throws {}
        public var ciphertext: [UInt8] { fatalError() }
        public var tag: [UInt8] { fatalError() }
    }

    public static func seal(_ plain: [UInt8], using key: SymmetricKey, nonce: Nonce) throws -> SealedBox {
        fatalError()
    }
    public static func open(_ box: SealedBox, using key: SymmetricKey) throws -> [UInt8] { fatalError() }
}
