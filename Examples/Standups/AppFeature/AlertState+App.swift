// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import StandupsStorage
package import Tributary

extension AlertState where Action == StandupsApp.Action.Answer {
    /// Reports a link to something that does not exist.
    package static func missing(_ link: Link) -> Self {
        let what =
            switch link {
            case .history(_, _?): "That meeting"
            default: "That standup"
            }
        return Self("\(what) is not here.", message: "\(link)", buttons: [.cancel("OK")])
    }

    /// Reports a text that is not a link.
    package static func noLink(_ text: String) -> Self {
        Self("That is no link of this app.", message: String(text.prefix(100)), buttons: [.cancel("OK")])
    }

    /// Asks the user to finish the current task before following a link.
    package static var busy: Self {
        Self("Finish first what you are about; then follow the link.", buttons: [.cancel("OK")])
    }

    /// Reports why changes will not be saved, or where a damaged file is now.
    package static func storageFailed(_ failure: KeepingFailure) -> Self {
        let consequence =
            switch (failure.operation, failure.keptAside) {
            case (.save, _): "What you changed is here as long as the app runs."
            case (.load, let aside?): "What was there is kept as \(aside)."
            // Nothing overwrites content that could not be read.
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
    /// The standup in the link; `nil` for a new one.
    package var standup: Standup.ID? {
        switch self {
        case .new: nil
        case .standup(let id), .edit(let id), .record(let id), .history(let id, _): id
        }
    }

    /// The meeting in the link.
    package var meeting: Meeting.ID? {
        if case .history(_, let meeting) = self { meeting } else { nil }
    }
}
