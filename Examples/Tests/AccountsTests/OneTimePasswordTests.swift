// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import Testing

@Suite("Codes are those of RFC 6238", .timeLimit(.minutes(30)))
struct OneTimePasswordTests {
    /// The table of RFC 6238, appendix B: the seed is repeated to the length of the hash.
    @Test(
        "Every row of the RFC's table",
        arguments: [
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ]
    )
    func vectors(time: Int, sha1: String, sha256: String, sha512: String) {
        func codes(_ algorithm: OneTimePassword.Algorithm, _ count: Int) -> OneTimePassword {
            let seed = Array(String(repeating: "1234567890", count: 7).utf8.prefix(count))
            return OneTimePassword(secret: seed, algorithm: algorithm, digits: 8)
        }
        #expect(codes(.sha1, 20).code(at: time) == sha1)
        #expect(codes(.sha256, 32).code(at: time) == sha256)
        #expect(codes(.sha512, 64).code(at: time) == sha512)
    }

    @Test("A code counts in its step and in the one before and after, and no further")
    func window() {
        let codes = OneTimePassword(secret: Array("12345678901234567890".utf8))
        let code = codes.code(at: 3000)
        for (time, expected) in [(2939, false), (2969, false), (2970, true), (3059, true), (3060, false)] {
            #expect((codes.match(code, at: time, after: nil) == .step(100)) == expected, "at \(time)")
        }
    }

    @Test("A code that was used is replayed, and so is one that is older than the last")
    func replay() {
        let codes = OneTimePassword(secret: Array("12345678901234567890".utf8))
        let old = codes.code(at: 2990)
        let code = codes.code(at: 3000)
        #expect(codes.match(code, at: 3000, after: 99) == .step(100))
        #expect(codes.match(code, at: 3010, after: 100) == .replayed)
        #expect(codes.match(old, at: 3010, after: 100) == .replayed)
        #expect(codes.match("000000x", at: 3010, after: 100) == .none)
        #expect(codes.match("", at: 3010, after: nil) == .none)
    }

    @Test("The address names the issuer, the account and the secret, and escapes them")
    func address() {
        let codes = OneTimePassword(secret: Array("Hello!".utf8) + [0xde, 0xad, 0xbe, 0xef])
        #expect(
            codes.address(account: "a b", issuer: "Chat & Co") == """
                otpauth://totp/Chat%20%26%20Co:a%20b?secret=JBSWY3DPEHPK3PXP&issuer=Chat%20%26%20Co\
                &algorithm=SHA1&digits=6&period=30
                """
        )
    }

    @Test("Two new secrets differ, and have 160 bits")
    func random() {
        let (one, other) = (OneTimePassword.random(), OneTimePassword.random())
        #expect(one.secret != other.secret)
        #expect(one.secret.count == 20)
    }
}
