// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import Testing

@Suite("Base32 as in RFC 4648", .timeLimit(.minutes(30)))
struct Base32Tests {
    @Test(
        "The RFC's examples",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ]
    )
    func examples(text: String, encoded: String) {
        #expect(Base32.text(of: text.utf8) == encoded)
        #expect(Base32.bytes(of: encoded) == Array(text.utf8))
    }

    @Test("Lower case, spaces and padding are read")
    func lenient() {
        #expect(Base32.bytes(of: "mzxw 6ytb oi======") == Array("foobar".utf8))
    }

    @Test("Any other text is refused", arguments: ["M", "MZX", "MZ1", "MZ", "MZXW6YTBOJ", "ÄÄ", "=A"])
    func refused(text: String) {
        #expect(Base32.bytes(of: text) == nil)
    }

    @Test("Random bytes are equal after encoding and decoding")
    func roundTrip() {
        var generator = SystemRandomNumberGenerator()
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(Base32.bytes(of: Base32.text(of: bytes)) == bytes)
        }
    }
}
