// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import StandupsStorage
package import Tributary

extension AlertState where Action == StandupsApp.Action.Answer {
    /// Tells that a link leads to something that is not there.
    package static func missing(_ link: Link) -> Self {
        let what =
            switch link {
            case .history(_, _?): "That meeting"
            default: "That standup"
            }
        return Self("\(what) is not here.", message: "\(link)", buttons: [.cancel("OK")])
    }

    /// Tells that a text is no link.
    package static func noLink(_ text: String) -> Self {
        Self("That is no link of this app.", message: String(text.prefix(100)), buttons: [.cancel("OK")])
    }

    /// Tells that something is to be finished before a link is followed.
    package static var busy: Self {
        Self("Finish first what you are about; then follow the link.", buttons: [.cancel("OK")])
    }

    /// Tells why what was changed will be forgotten, or where what was damaged is.
    package static func storageFailed(_ failure: KeepingFailure) -> Self {
        let consequence =
            switch (failure.operation, failure.keptAside) {
            case (.save, _): "What you changed is here as long as the app runs."
            case (.load, let aside?): "What was there is kept as \(aside)."
            // Nothing is written over what nobody has seen.
            case (.load, nil): "What you change now is not kept."
            }
        return Self(
            "Your standups could not be \(failure.operation == .save ? "kept" : "read").",
            message: failure.reason + " " + consequence,
            buttons: [.cancel("OK")]
        )
    }
}

extension Link {
    /// The standup that the link leads to; none for a new one.
    package var standup: Standup.ID? {
        switch self {
        case .new: nil
        case .standup(let id), .edit(let id), .record(let id), .history(let id, _): id
        }
    }

    /// The meeting that the link leads to.
    package var meeting: Meeting.ID? {
        if case .history(_, let meeting) = self { meeting } else { nil }
    }
}
