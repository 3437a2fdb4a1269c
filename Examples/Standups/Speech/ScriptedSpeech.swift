// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Tributary

/// Scripted speech for terminals and tests: a sentence is recognized at regular intervals.
///
/// It replaces a system's speech recognizer and settings, which would involve a person.
package final class ScriptedSpeech: Sendable {
    private let sentences: [String]
    private let interval: Duration
    private let answer: SpeechClient.Permission
    private let isBroken: Bool
    private let permission: Mutex<SpeechClient.Permission>

    /// Makes a script.
    ///
    /// - Parameters:
    ///   - sentences: The sentences, repeated.
    ///   - interval: The duration of a sentence.
    ///   - permission: The permission at first.
    ///   - answer: The person's answer to the request for permission.
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

    /// A client that recognizes the script, by a clock.
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

    /// Settings in which the person grants the permission.
    package var settingsClient: SettingsClient {
        SettingsClient(open: { self.permission.withLock { $0 = .granted } })
    }

    /// The sentences by the clock.
    ///
    /// The stream waits for each sentence only on demand: the receiver has handled one before the next
    /// begins, so a clock that is advanced by hand gives the same result each time.
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

    /// The error of a recognizer that stops.
    package struct Failure: Error, CustomStringConvertible {
        package let description = "The microphone was unplugged."
    }

    /// The sentences of a team in the morning.
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
