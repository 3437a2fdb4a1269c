// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsModel
import StandupsSpeech
package import Tributary

/// A meeting: the current speaker, the remaining time, and the recorded speech.
///
/// The clock and the microphone are feedbacks: they run while the state contains them.
package struct Record: Reducer, Sendable {
    /// The actions of a meeting.
    @CasePathable
    package enum Action: Hashable, Sendable {
        /// A second has passed.
        case tick
        /// All speech recognized so far.
        case heard(String)
        case speechFailed(String)
        case nextSpeaker
        case end
        case alert(Answer)
        case output(Output)

        /// The user's answers to questions.
        @CasePathable
        package enum Answer: Hashable, Sendable { case save, discard, dismissed }

        /// The outputs to the app, both of which end the meeting.
        @CasePathable
        package enum Output: Hashable, Sendable {
            case ended(seconds: Int, transcript: String)
            case discarded
        }
    }

    @Dependency(\.clock) private var clock
    @Dependency(\.speech) private var speech

    package init() {}

    /// The meeting, its clock and its microphone.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .tick:
                state.seconds += 1
                return state.isOver ? .send(.output(state.ending)) : .none
            case .heard(let transcript):
                state.transcript = transcript
            case .speechFailed(let reason):
                state.microphone = .failed
                state.alert = .speechFailed(reason)
            case .nextSpeaker:
                guard !state.isLastSpeaker else {
                    state.alert = .end(isLastSpeaker: true)
                    return .none
                }
                state.seconds = state.turn * (state.speaker + 1)
            case .end:
                state.alert = .end(isLastSpeaker: false)
            case .alert(.save):
                return .send(.output(state.ending))
            case .alert(.discard):
                return .send(.output(.discarded))
            case .alert(.dismissed), .output: break
            }
            return .none
        }
        .clear(\.alert, on: \.alert)
        .feedback(\.runningClock, name: "meeting clock") { _, send in
            for await _ in clock.ticks(every: .seconds(1)) { await send(.tick) }
        }
        .feedback(\.openMicrophone, name: "microphone") { [speech] _, send in
            for try await transcript in try await speech.listen() { await send(.heard(transcript)) }
        } catch: { error, send in
            await send(.speechFailed("\(error)"))
        }
    }
}

extension AlertState where Action == Record.Action.Answer {
    /// Asks whether to end the meeting early.
    package static func end(isLastSpeaker: Bool) -> Self {
        Self(
            isLastSpeaker ? "That was the last one. End the meeting?" : "End the meeting?",
            message: "The clock stands still while you think.",
            buttons: [
                .default("Save and end", action: .save),
                .destructive("Discard", action: .discard),
                .cancel("Go on"),
            ]
        )
    }

    /// Reports that speech recognition failed; the meeting may continue.
    package static func speechFailed(_ reason: String) -> Self {
        Self(
            "Nothing is heard any more.",
            message: "\(reason) What was said up to now is kept.",
            buttons: [.cancel("Go on without"), .default("Save and end", action: .save)]
        )
    }
}
