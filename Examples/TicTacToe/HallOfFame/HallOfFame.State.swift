// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
import Tributary

extension HallOfFame {
    /// What is known of the games that were played.
    @CasePathable
    package enum State: Equatable, Sendable {
        /// What is kept is being read; games that end meanwhile wait.
        case reading(waiting: [FinishedGame])
        case open(Records, Keeping)

        /// What is kept is to be read first.
        package init() { self = .reading(waiting: []) }
    }

    /// How what is kept relates to what is known.
    package enum Keeping: Equatable, Sendable {
        /// It is the same.
        case kept
        /// These records are being written; there may be newer ones already.
        case writing(Records)
        /// The last attempt to write failed; the next game is the next attempt.
        case notWritten
        /// It could not be read, so nothing is written over it.
        case unknown
    }

    /// What is to be done to what is kept.
    enum Work: Equatable, Sendable {
        case read
        case write(Records)
    }
}

extension HallOfFame.State {
    /// What is known: nothing while it is being read.
    package var records: Records {
        if case .open(let records, _) = self { records } else { Records() }
    }

    /// Whether something is being read or written.
    package var isWorking: Bool { work != nil }

    /// Whether what is known will be forgotten when the program ends.
    package var isForgetful: Bool {
        switch self {
        case .open(_, .notWritten), .open(_, .unknown): true
        case .open(_, .kept), .open(_, .writing), .reading: false
        }
    }

    var work: HallOfFame.Work? {
        switch self {
        case .reading: .read
        case .open(_, .writing(let records)): .write(records)
        case .open: nil
        }
    }

    mutating func record(_ game: FinishedGame) {
        switch self {
        case .reading(let waiting):
            self = .reading(waiting: waiting + [game])
        case .open(var records, let keeping):
            records.add(game)
            switch keeping {
            case .kept, .notWritten: self = .open(records, .writing(records))
            // One is written after the other: what is there last is what is known last.
            case .writing, .unknown: self = .open(records, keeping)
            }
        }
    }

    /// Goes on with what was found; games that have ended meanwhile are added.
    mutating func open(_ found: Records, _ keeping: HallOfFame.Keeping) {
        guard case .reading(let waiting) = self else { return }
        self = .open(found, keeping)
        for game in waiting { record(game) }
    }

    /// Answers the end of an attempt to write.
    mutating func wrote(successfully isWritten: Bool) {
        guard case .open(let records, .writing(let written)) = self else { return }
        guard isWritten else {
            self = .open(records, .notWritten)
            return
        }
        self = .open(records, records == written ? .kept : .writing(records))
    }
}
