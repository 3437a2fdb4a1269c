// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules
import Tributary

extension HallOfFame {
    /// The standings and the latest games.
    @CasePathable
    package enum State: Equatable, Sendable {
        /// The stored records are being read; games that end meanwhile wait.
        case reading(waiting: [FinishedGame])
        case open(Records, Keeping)

        /// Makes a state that reads the stored records first.
        package init() { self = .reading(waiting: []) }
    }

    /// The relation between the stored and the current records.
    package enum Keeping: Equatable, Sendable {
        /// They are equal.
        case kept
        /// These records are being written; there may be newer ones.
        case writing(Records)
        /// The last attempt to write failed; the next game tries again.
        case notWritten
        /// Reading failed, so nothing is overwritten.
        case unknown
    }

    /// The next operation on the storage.
    enum Work: Equatable, Sendable {
        case read
        case write(Records)
    }
}

extension HallOfFame.State {
    /// The current records; empty while they are being read.
    package var records: Records {
        if case .open(let records, _) = self { records } else { Records() }
    }

    /// Whether the storage is being read or written.
    package var isWorking: Bool { work != nil }

    /// Whether the records will be lost when the program ends.
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
            // Records are written one after the other, so that the last state is written last.
            case .writing, .unknown: self = .open(records, keeping)
            }
        }
    }

    /// Continues with the stored records, and adds games that have ended meanwhile.
    mutating func open(_ found: Records, _ keeping: HallOfFame.Keeping) {
        guard case .reading(let waiting) = self else { return }
        self = .open(found, keeping)
        for game in waiting { record(game) }
    }

    /// Handles the end of an attempt to write.
    mutating func wrote(successfully isWritten: Bool) {
        guard case .open(let records, .writing(let written)) = self else { return }
        guard isWritten else {
            self = .open(records, .notWritten)
            return
        }
        self = .open(records, records == written ? .kept : .writing(records))
    }
}
