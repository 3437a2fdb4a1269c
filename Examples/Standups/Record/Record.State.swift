// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

extension Record {
    /// How far a meeting has come.
    package struct State: Equatable, Sendable {
        /// The standup as it was when the meeting began.
        package let standup: Standup
        /// How many seconds have passed.
        package internal(set) var seconds = 0
        /// What was understood so far.
        package internal(set) var transcript = ""
        package internal(set) var microphone: Microphone
        package internal(set) var alert: AlertState<Action.Answer>?

        /// A meeting that begins.
        package init(_ standup: Standup, isHeard: Bool) {
            self.standup = standup
            microphone = isHeard ? .open : .closed
        }
    }

    /// Whether somebody listens.
    package enum Microphone: Equatable, Sendable { case open, closed, failed }
}

extension Record.State {
    var turn: Int { Int(standup.turn.components.seconds) }

    /// The place of the attendee who speaks.
    package var speaker: Int { min(seconds / turn, max(0, standup.attendees.count - 1)) }

    /// Who speaks.
    package var speakerName: String {
        standup.attendees.isEmpty ? "" : standup.attendees[speaker].name
    }

    /// How many seconds are left.
    package var secondsLeft: Int { max(0, 60 * standup.minutes - seconds) }

    /// How many seconds the attendee who speaks has left.
    package var secondsLeftOfTurn: Int {
        isLastSpeaker ? secondsLeft : max(0, turn * (speaker + 1) - seconds)
    }

    /// Whether nobody comes after the one who speaks.
    package var isLastSpeaker: Bool { speaker >= standup.attendees.count - 1 }

    var isOver: Bool { secondsLeft == 0 }

    /// What the outside is told when the meeting ends now.
    var ending: Record.Action.Output { .ended(seconds: seconds, transcript: transcript) }

    /// There while the clock runs: not while a question is open, and not after the end.
    package var runningClock: Bool? { alert == nil && !isOver ? true : nil }

    /// There while somebody listens.
    package var openMicrophone: Bool? { microphone == .open && !isOver ? true : nil }
}
