// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

/// A stored password: derived by scrypt with its own salt, so that it cannot be read back.
package struct PasswordHash: Equatable, Sendable {
    /// The cost of a guess.
    ///
    /// It is stored with each hash, so that a higher cost leaves older hashes valid.
    package struct Cost: Equatable, Sendable {
        /// The binary logarithm of the number of rounds, and so of the memory.
        package let rounds: Int
        package let blockSize: Int
        package let parallelism: Int

        /// 32 MiB and a parallelization of three, a minimum that OWASP recommends for scrypt.
        package static let recommended = Cost(rounds: 15, blockSize: 8, parallelism: 3)

        /// Almost no cost, for tests and scripts whose passwords protect nothing.
        package static let negligible = Cost(rounds: 4, blockSize: 8, parallelism: 1)

        /// Accepts only costs that a server can afford.
        package init?(checking rounds: Int, _ blockSize: Int, _ parallelism: Int) {
            guard (1...20).contains(rounds), (1...32).contains(blockSize), (1...16).contains(parallelism)
            else {
                return nil
            }
            self.init(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        }

        private init(rounds: Int, blockSize: Int, parallelism: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }
    }

    /// The message to a user whose password is refused.
    package static let rule = "A password has 8 to 128 bytes."

    package let cost: Cost
    private let salt: [UInt8]
    private let key: SymmetricKey

    /// Derives the hash of a new password, with a salt of 16 random bytes.
    ///
    /// It takes as long as the cost requires.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - cost: The cost of a guess.
    /// - Throws: If the password does not obey the rule, or there is not enough memory.
    package init(of password: String, cost: Cost = .recommended) throws {
        guard (8...128).contains(password.utf8.count) else { throw AccountProblem.badPassword }
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        self.cost = cost
        self.salt = salt
        key = try Self.derive(password, salt, cost)
    }

    /// Whether a password matches.
    ///
    /// It takes as long as deriving did, and the time does not reveal how close the password was.
    package func matches(_ password: String) -> Bool {
        guard password.utf8.count <= 128, let key = try? Self.derive(password, salt, cost) else {
            return false
        }
        // The library compares symmetric keys in constant time.
        return key == self.key
    }

    private static func derive(_ password: String, _ salt: [UInt8], _ cost: Cost) throws -> SymmetricKey {
        try KDF.Scrypt.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            outputByteCount: 32,
            rounds: 1 << cost.rounds,
            blockSize: cost.blockSize,
            parallelism: cost.parallelism
        )
    }
}

extension PasswordHash: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = PasswordHash(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "That is no hash.")
        }
        self = hash
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension PasswordHash: CustomStringConvertible {
    /// The hash, with everything needed to check a password, as it is stored.
    package var description: String {
        let salt = Data(salt).base64EncodedString()
        let key = Data(key.withUnsafeBytes { Array($0) }).base64EncodedString()
        return "$scrypt$ln=\(cost.rounds),r=\(cost.blockSize),p=\(cost.parallelism)$\(salt)$\(key)"
    }

    /// Reads a stored hash; `nil` for anything else.
    package init?(_ description: String) {
        let parts = description.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let salt = Data(base64Encoded: String(parts[3])), salt.count == 16,
            let key = Data(base64Encoded: String(parts[4])), key.count == 32
        else { return nil }
        let numbers = zip(parts[2].split(separator: ","), ["ln=", "r=", "p="]).compactMap { part, prefix in
            part.hasPrefix(prefix) ? Int(part.dropFirst(prefix.count)) : nil
        }
        guard numbers.count == 3, let cost = Cost(checking: numbers[0], numbers[1], numbers[2]) else {
            return nil
        }
        self.cost = cost
        self.salt = Array(salt)
        self.key = SymmetricKey(data: key)
    }
}
