// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsList
package import StandupsModel
package import Tributary

extension StandupsApp {
    /// How what is kept relates to what is in the list.
    package enum Keeping: Equatable, Sendable {
        /// It is being read.
        case reading
        case kept(IdentifiedArrayOf<Standup>)
        /// These are being written; there may be newer ones already.
        case writing(IdentifiedArrayOf<Standup>)
        /// The last attempt to write these failed; the next change is the next attempt.
        case notWritten(IdentifiedArrayOf<Standup>)
        /// It could not be read, so nothing is written over it.
        case unknown
    }

    /// What is to be done to what is kept.
    enum Work: Equatable, Sendable {
        case read
        case write(IdentifiedArrayOf<Standup>)
    }
}

extension StandupsApp.State {
    /// Whether it is known what is kept, or that it can't be known.
    package var isLoaded: Bool { keeping != .reading }

    /// Whether something is being read or written.
    package var isWorking: Bool { work != nil }

    var work: StandupsApp.Work? {
        switch keeping {
        case .reading: .read
        case .writing(let standups): .write(standups)
        case .kept, .notWritten, .unknown: nil
        }
    }

    /// Writes what has changed; one after the other, so that what is there last is what is known last.
    mutating func keepList() {
        switch keeping {
        case .kept(let standups) where standups != list.standups: keeping = .writing(list.standups)
        case .notWritten(let standups) where standups != list.standups: keeping = .writing(list.standups)
        case .reading, .kept, .writing, .notWritten, .unknown: break
        }
    }

    /// Answers the end of an attempt to write.
    mutating func wrote(successfully isWritten: Bool) {
        guard case .writing(let standups) = keeping else { return }
        keeping = isWritten ? .kept(standups) : .notWritten(standups)
    }
}
