// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsList
package import StandupsModel
package import Tributary

extension StandupsApp {
    /// The relation between the stored standups and those in the list.
    package enum Keeping: Hashable, Sendable {
        /// The stored standups are being read.
        case reading
        case kept(IdentifiedArrayOf<Standup>)
        /// These standups are being written; the list may have newer ones.
        case writing(IdentifiedArrayOf<Standup>)
        /// The last attempt to write these failed; the next change tries again.
        case notWritten(IdentifiedArrayOf<Standup>)
        /// Reading failed, so nothing is overwritten.
        case unknown
    }

    /// The next operation on the storage.
    enum Work: Hashable, Sendable {
        case read
        case write(IdentifiedArrayOf<Standup>)
    }
}

extension StandupsApp.State {
    /// Whether reading has finished, successfully or not.
    package var isLoaded: Bool { keeping != .reading }

    /// Whether the storage is being read or written.
    package var isWorking: Bool { work != nil }

    var work: StandupsApp.Work? {
        switch keeping {
        case .reading: .read
        case .writing(let standups): .write(standups)
        case .kept, .notWritten, .unknown: nil
        }
    }

    /// Writes changes, one after the other, so that the last state is written last.
    mutating func keepList() {
        switch keeping {
        case .kept(let standups) where standups != list.standups: keeping = .writing(list.standups)
        case .notWritten(let standups) where standups != list.standups: keeping = .writing(list.standups)
        case .reading, .kept, .writing, .notWritten, .unknown: break
        }
    }

    /// Handles the end of an attempt to write.
    mutating func wrote(successfully isWritten: Bool) {
        guard case .writing(let standups) = keeping else { return }
        keeping = isWritten ? .kept(standups) : .notWritten(standups)
    }
}
