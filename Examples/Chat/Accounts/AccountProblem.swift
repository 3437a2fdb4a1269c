// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a user cannot sign up or in, in a sentence for people.
package enum AccountProblem: String, Error, Equatable, Sendable {
    case badPassword = "A password has 8 to 128 bytes."
    case taken = "That name is taken."
    case alike = "That name looks like one that is taken."
    case wrong = "The name, the password or the code is wrong."
    case replayed = "That code was used before; wait for the next one."
    case locked = "There were too many wrong attempts; try again in a minute."
    case guestTaken = "Another guest has that name now."
    case noGuests = "This server has no rooms for guests."
    case badToken = "That session is over; sign in again."
}
