// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Tributary

/// Speech that was written down before, for terminals and tests: a sentence is understood at regular times.
///
/// It stands for the recognizer and for the settings of a system, which would ask a person and hear them.
package final class ScriptedSpeech: Sendable {
    private let sentences: [String]
    private let interval: Duration
    private let answer: SpeechClient.Permission
    private let isBroken: Bool
    private let permission: Mutex<SpeechClient.Permission>

    /// Writes down what will be said.
    ///
    /// - Parameters:
    ///   - sentences: What is said, over and over.
    ///   - interval: How long a sentence takes.
    ///   - permission: What is known at first.
    ///   - answer: What a person answers when they are asked.
    ///   - isBroken: Whether the recognizer fails after the first sentence.
    package init(
        _ sentences: [String] = ScriptedSpeech.sentences,
        every interval: Duration = .seconds(5),
        permission: SpeechClient.Permission = .unknown,
        answer: SpeechClient.Permission = .granted,
        isBroken: Bool = false
    ) {
        self.sentences = sentences
        self.interval = interval
        self.answer = answer
        self.isBroken = isBroken
        self.permission = Mutex(permission)
    }

    /// Understands the script, by a clock.
    package func speechClient(clock: any Clock<Duration> & Sendable) -> SpeechClient {
        SpeechClient(
            permission: { self.permission.withLock { $0 } },
            requestPermission: {
                self.permission.withLock { permission in
                    permission = self.answer
                    return permission
                }
            },
            listen: { self.stream(clock) }
        )
    }

    /// Settings in which a person allows what they had forbidden.
    package var settingsClient: SettingsClient {
        SettingsClient(open: { self.permission.withLock { $0 = .granted } })
    }

    /// The sentences by the clock.
    ///
    /// Each is waited for only when it is asked for: what hears them has done with one before the next begins, so that a
    /// clock which is advanced by hand gives the same each time.
    private func stream(_ clock: any Clock<Duration> & Sendable) -> AsyncThrowingStream<String, any Error> {
        let heard = Mutex<[String]>([])
        return AsyncThrowingStream {
            try await clock.sleep(for: self.interval)
            return try heard.withLock { heard in
                if self.isBroken, !heard.isEmpty { throw Failure() }
                guard !self.sentences.isEmpty else { return nil }
                heard.append(self.sentences[heard.count % self.sentences.count])
                return heard.joined(separator: " ")
            }
        }
    }

    /// What a recognizer says when it stops.
    package struct Failure: Error, CustomStringConvertible {
        package let description = "The microphone was unplugged."
    }

    /// What a team says in the morning.
    package static let sentences = [
        "The search has been live since yesterday.",
        "Two people wrote that it is fast.",
        "I still look for the bug in the export.",
        "It happens only with empty columns.",
        "Today I finish the tests for that.",
        "Nothing is in my way.",
        "I could use half an hour with somebody who knows the build.",
        "Let us do that after lunch.",
    ]
}
