// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import Testing

@Suite("Passwords are kept so that they cannot be read back", .timeLimit(.minutes(30)))
struct PasswordHashTests {
    @Test("The right password matches, any other does not")
    func matching() throws {
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        #expect(hash.matches("correct horse"))
        for other in [
            "correct hors", "correct horse ", "Correct horse", "", String(repeating: "x", count: 500),
        ] {
            #expect(!hash.matches(other))
        }
    }

    @Test("The same password gives another hash each time, as the salt is another")
    func salt() throws {
        let one = try PasswordHash(of: "correct horse", cost: .negligible)
        let other = try PasswordHash(of: "correct horse", cost: .negligible)
        #expect(one.description != other.description)
        #expect(!one.description.contains("correct"))
    }

    @Test("A stored hash is read with its cost, and still matches")
    func stored() throws {
        let hash = try PasswordHash(of: "correct horse", cost: .negligible)
        let read = try #require(PasswordHash(hash.description))
        #expect(read == hash)
        #expect(read.cost == .negligible)
        #expect(read.matches("correct horse"))
        #expect(!read.matches("correct house"))
    }

    @Test("The recommended cost works, and is part of the hash")
    func recommended() throws {
        let hash = try PasswordHash(of: "correct horse")
        #expect(hash.description.hasPrefix("$scrypt$ln=15,r=8,p=3$"))
        #expect(hash.matches("correct horse"))
    }

    @Test("Passwords that are too short or too long are refused")
    func rule() {
        #expect(throws: AccountProblem.badPassword) { try PasswordHash(of: "1234567", cost: .negligible) }
        #expect(throws: AccountProblem.badPassword) {
            try PasswordHash(of: String(repeating: "x", count: 129), cost: .negligible)
        }
    }

    @Test("A damaged hash is refused, and so is one that would cost too much")
    func damaged() throws {
        let text = try PasswordHash(of: "correct horse", cost: .negligible).description
        for length in 0..<text.count { #expect(PasswordHash(String(text.prefix(length))) == nil) }
        #expect(PasswordHash(text.replacing("ln=4", with: "ln=40")) == nil)
        #expect(PasswordHash(text.replacing("scrypt", with: "bcrypt")) == nil)
    }
}
