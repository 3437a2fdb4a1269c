// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Accounts
import Testing

@Suite("Signing in takes both factors, and each code once", .timeLimit(.minutes(30)))
struct AccountTests {
    private func account() throws -> Account {
        Account(
            shownName: "Ada",
            password: try PasswordHash(of: "correct horse", cost: .negligible),
            codes: OneTimePassword(secret: Array("12345678901234567890".utf8))
        )
    }

    @Test("Password and code together, and neither alone")
    func factors() throws {
        var account = try account()
        let code = account.codes.code(at: 3000)
        #expect(account.attempt(isPasswordRight: false, code: code, at: 3000) == .wrong)
        #expect(account.attempt(isPasswordRight: true, code: "", at: 3000) == .wrong)
        #expect(account.attempt(isPasswordRight: true, code: code, at: 3000) == nil)
    }

    @Test("A code is accepted once; a user with a wrong password does not learn that it was used")
    func replay() throws {
        var account = try account()
        let code = account.codes.code(at: 3000)
        #expect(account.attempt(isPasswordRight: true, code: code, at: 3000) == nil)
        #expect(account.attempt(isPasswordRight: true, code: code, at: 3001) == .replayed)
        #expect(account.attempt(isPasswordRight: false, code: code, at: 3001) == .wrong)
        #expect(account.attempt(isPasswordRight: true, code: account.codes.code(at: 3030), at: 3001) == nil)
    }

    @Test(
        "Five wrong codes with the right password lock the account for a minute, even for who has both factors"
    )
    func lock() throws {
        var account = try account()
        for _ in 0..<5 { #expect(account.attempt(isPasswordRight: true, code: "123", at: 3000) == .wrong) }
        let code = account.codes.code(at: 3059)
        #expect(account.attempt(isPasswordRight: true, code: code, at: 3059) == .locked)
        #expect(account.attempt(isPasswordRight: true, code: code, at: 3060) == nil)
    }

    @Test("Wrong passwords do not lock the owner out")
    func guessing() throws {
        var account = try account()
        let code = account.codes.code(at: 3000)
        for code in ["123", code] {
            for _ in 0..<50 {
                #expect(account.attempt(isPasswordRight: false, code: code, at: 3000) == .wrong)
            }
        }
        #expect(account.attempt(isPasswordRight: true, code: code, at: 3000) == nil)
    }

    @Test("A right attempt forgets the wrong ones")
    func forgetting() throws {
        var account = try account()
        for round in 1...4 {
            let time = 3000 * round
            for _ in 0..<4 { #expect(account.attempt(isPasswordRight: true, code: "", at: time) == .wrong) }
            let code = account.codes.code(at: time)
            #expect(account.attempt(isPasswordRight: true, code: code, at: time) == nil)
        }
    }
}
