// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A person who may sign in.
package struct Account: Equatable, Sendable, Codable {
    package var shownName: String
    package let password: PasswordHash
    package let codes: OneTimePassword
    /// The newest time step whose code was used.
    package internal(set) var lastStep: Int?
    /// How many attempts in a row had the right password and a wrong code.
    package internal(set) var failureCount: Int
    /// Until when no attempt is looked at, in seconds since 1970.
    package internal(set) var lockedUntil: Int?

    package init(
        shownName: String,
        password: PasswordHash,
        codes: OneTimePassword,
        lastStep: Int? = nil,
        failureCount: Int = 0,
        lockedUntil: Int? = nil
    ) {
        self.shownName = shownName
        self.password = password
        self.codes = codes
        self.lastStep = lastStep
        self.failureCount = failureCount
        self.lockedUntil = lockedUntil
    }
}

extension Account {
    /// How many wrong codes in a row lock an account, and how many wrong attempts in a row an address.
    package static let failureLimit = 5

    /// For how many seconds it is locked.
    package static let lockTime = 60

    /// Whether attempts are not even looked at.
    package func isLocked(at time: Int) -> Bool { lockedUntil.map { time < $0 } ?? false }

    /// Judges an attempt to sign in, and remembers it: a code that was accepted is never accepted again.
    ///
    /// A person learns that a password or code was wrong, and not which: only who has the right password hears that a
    /// code was used before.
    ///
    /// - Parameters:
    ///   - isPasswordRight: Whether the password matched; checking that takes long, so it is done before.
    ///   - code: The code.
    ///   - time: When, in seconds since 1970.
    /// - Returns: The problem, or `nil` if the user is signed in now.
    package mutating func attempt(isPasswordRight: Bool, code: String, at time: Int) -> AccountProblem? {
        if isLocked(at: time) { return .locked }
        let match = codes.match(code, at: time, after: lastStep)
        if isPasswordRight, case .step(let step) = match {
            lastStep = step
            failureCount = 0
            lockedUntil = nil
            return nil
        }
        // Whoever does not have the password must not lock the owner out.
        if isPasswordRight { failureCount += 1 }
        if failureCount >= Self.failureLimit {
            failureCount = 0
            lockedUntil = time + Self.lockTime
        }
        return isPasswordRight && match == .replayed ? .replayed : .wrong
    }
}
