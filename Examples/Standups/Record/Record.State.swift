// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

extension Record {
    /// The progress of a meeting.
    package struct State: Hashable, Sendable {
        /// The standup as it was when the meeting began.
        package let standup: Standup
        /// The number of seconds that have passed.
        package internal(set) var seconds = 0
        /// The recorded speech so far.
        package internal(set) var transcript = ""
        package internal(set) var microphone: Microphone
        package internal(set) var alert: AlertState<Action.Answer>?

        /// Makes the state of a new meeting.
        package init(_ standup: Standup, isHeard: Bool) {
            self.standup = standup
            microphone = isHeard ? .open : .closed
        }
    }

    /// Whether speech is being recorded.
    package enum Microphone: Hashable, Sendable { case open, closed, failed }
}

extension Record.State {
    var turn: Int { Int(standup.turn.components.seconds) }

    /// The index of the current speaker.
    package var speaker: Int { min(seconds / turn, max(0, standup.attendees.count - 1)) }

    /// The name of the current speaker.
    package var speakerName: String {
        standup.attendees.isEmpty ? "" : standup.attendees[speaker].name
    }

    /// The number of seconds that are left.
    package var secondsLeft: Int { max(0, 60 * standup.minutes - seconds) }

    /// The number of seconds that the current speaker has left.
    package var secondsLeftOfTurn: Int {
        isLastSpeaker ? secondsLeft : max(0, turn * (speaker + 1) - seconds)
    }

    /// Whether the current speaker is the last.
    package var isLastSpeaker: Bool { speaker >= standup.attendees.count - 1 }

    var isOver: Bool { secondsLeft == 0 }

    /// The output for a meeting that ends now.
    var ending: Record.Action.Output { .ended(seconds: seconds, transcript: transcript) }

    /// Present while the clock runs: not while a question is open, and not after the end.
    package var runningClock: Bool? { alert == nil && !isOver ? true : nil }

    /// Present while speech is recorded.
    package var openMicrophone: Bool? { microphone == .open && !isOver ? true : nil }
}
