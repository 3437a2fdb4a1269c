// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Time-based codes from a secret that a server and a person's device share (RFC 6238).
package struct OneTimePassword: Equatable, Sendable, Codable {
    /// The hash function of the code.
    package enum Algorithm: String, CaseIterable, Sendable, Codable {
        case sha1 = "SHA1"
        case sha256 = "SHA256"
        case sha512 = "SHA512"
    }

    package let secret: [UInt8]
    package let algorithm: Algorithm
    package let digits: Int
    /// The number of seconds for which a code is valid.
    package let period: Int

    /// Makes the codes of a secret; every authenticator supports the defaults.
    package init(secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int = 30) {
        precondition((6...8).contains(digits) && period > 0, "A code has 6 to 8 digits, and stands a while.")
        self.secret = secret
        self.algorithm = algorithm
        self.digits = digits
        self.period = period
    }

    /// Makes the codes of a new secret of 160 random bits.
    package static func random() -> OneTimePassword {
        OneTimePassword(secret: SymmetricKey(size: .init(bitCount: 160)).withUnsafeBytes { Array($0) })
    }

    /// The number of the time step that a moment falls into; a moment before 1970 falls into the first.
    package func step(at time: Int) -> Int { max(0, time) / period }

    /// The code at a moment, in seconds since 1970.
    package func code(at time: Int) -> String { code(step: step(at: time)) }

    /// The code of a time step: the truncated HMAC of its number (RFC 4226, section 5.3).
    package func code(step: Int) -> String {
        let message = withUnsafeBytes(of: UInt64(step).bigEndian) { Array($0) }
        let hash = authenticationCode(of: message)
        let offset = Int(hash[hash.count - 1] & 0x0f)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let modulus = (0..<digits).reduce(UInt32(1)) { power, _ in power * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step of a code: that of a moment, or one of its neighbors, because clocks differ.
    ///
    /// - Parameters:
    ///   - code: The code that the user typed.
    ///   - time: The moment, in seconds since 1970.
    ///   - lastStep: The newest step whose code was used; it and all earlier steps are refused.
    /// - Returns: The step, or the reason why there is none.
    package func match(_ code: String, at time: Int, after lastStep: Int?) -> Match {
        let now = step(at: time)
        let given = SymmetricKey(data: Array(code.utf8))
        var match = Match.none
        // All steps are tried and compared in constant time, so that timing does not reveal a near match.
        for step in max(0, now - 1)...now + 1
        where given == SymmetricKey(data: Array(self.code(step: step).utf8)) {
            if let lastStep, step <= lastStep {
                if match == .none { match = .replayed }
            } else {
                match = .step(step)
            }
        }
        return match
    }

    /// The result of checking a code.
    package enum Match: Equatable, Sendable {
        case none
        /// The code of a step at or before the last used one.
        case replayed
        case step(Int)
    }

    private func authenticationCode(of message: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: secret)
        return switch algorithm {
        case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
        }
    }
}

extension OneTimePassword {
    /// The secret as people type it.
    package var secretText: String { Base32.text(of: secret) }

    /// The address that authenticators read, often as a picture.
    package func address(account: String, issuer: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        }
        return "otpauth://totp/\(escaped(issuer)):\(escaped(account))?secret=\(secretText)"
            + "&issuer=\(escaped(issuer))&algorithm=\(algorithm.rawValue)&digits=\(digits)&period=\(period)"
    }
}
