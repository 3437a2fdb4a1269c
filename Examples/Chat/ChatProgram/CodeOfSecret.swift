// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import ArgumentParser
import Foundation

/// Prints the code of a secret, as an authenticator would, for scripts and for comparison.
struct CodeOfSecret: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "totp",
        abstract: "Prints the code of a secret."
    )

    @Argument(help: "The secret, as it was shown at sign-up.")
    var secret: String

    @Option(help: ArgumentHelp("When, in seconds since 1970. (default: now)", valueName: "time"))
    var at: Int?

    @Option(help: "SHA1, SHA256 or SHA512.")
    var algorithm = OneTimePassword.Algorithm.sha1

    @Option(help: "How many digits, from 6 to 8.")
    var digits = 6

    func validate() throws {
        guard (6...8).contains(digits) else { throw ValidationError("A code has 6 to 8 digits.") }
        guard let bytes = Base32.bytes(of: secret), !bytes.isEmpty else {
            throw ValidationError("A secret is letters from A to Z and digits from 2 to 7.")
        }
        if let at, at < 0 { throw ValidationError("The time is a number of seconds since 1970.") }
    }

    func run() throws {
        let codes = OneTimePassword(
            secret: Base32.bytes(of: secret) ?? [],
            algorithm: algorithm,
            digits: digits
        )
        print(codes.code(at: at ?? Int(Date().timeIntervalSince1970)))
    }
}

extension OneTimePassword.Algorithm: ExpressibleByArgument {}
