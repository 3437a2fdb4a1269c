// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The account of a person.
package struct Account: Equatable, Sendable, Codable {
    package var shownName: String
    package let password: PasswordHash
    package let codes: OneTimePassword
    /// The newest time step whose code was used.
    package internal(set) var lastStep: Int?
    /// The number of consecutive attempts with the right password and a wrong code.
    package internal(set) var failureCount: Int
    /// The end of the lock, in seconds since 1970; no attempt is checked before.
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
    /// The number of consecutive wrong codes that lock an account, and of wrong attempts that lock an
    /// address.
    package static let failureLimit = 5

    /// The duration of a lock, in seconds.
    package static let lockTime = 60

    /// Whether attempts are refused unchecked.
    package func isLocked(at time: Int) -> Bool { lockedUntil.map { time < $0 } ?? false }

    /// Checks an attempt to sign in and records it: a code is accepted at most once.
    ///
    /// The result does not reveal whether the password or the code was wrong. Only users with the right
    /// password learn that a code was used before.
    ///
    /// - Parameters:
    ///   - isPasswordRight: Whether the password matched; the caller checks it first, because that is slow.
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
        // Without the password, no one can lock the owner out.
        if isPasswordRight { failureCount += 1 }
        if failureCount >= Self.failureLimit {
            failureCount = 0
            lockedUntil = time + Self.lockTime
        }
        return isPasswordRight && match == .replayed ? .replayed : .wrong
    }
}
