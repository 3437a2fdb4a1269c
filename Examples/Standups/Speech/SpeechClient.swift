// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// The speech recognizer.
@Client
package struct SpeechClient {
    /// The user's permission to record speech.
    package enum Permission: Hashable, Sendable { case unknown, granted, denied }

    /// The current permission to record speech.
    package var permission: @Sendable () -> Permission = { .denied }
    /// Asks the user, once.
    package var requestPermission: @Sendable () async -> Permission = { .denied }
    /// Records speech until the task is cancelled; each element is the text recognized so far.
    package var listen: @Sendable () async throws -> AsyncThrowingStream<String, any Error>
}

/// The settings of the system, where permissions are changed.
@Client
package struct SettingsClient {
    /// Shows the settings of this app.
    package var open: @Sendable () async -> Void
}

extension Dependencies {
    /// The speech recognizer.
    package var speech: SpeechClient {
        get { self[SpeechClient.self] }
        set { self[SpeechClient.self] = newValue }
    }

    /// The settings of the system.
    package var settings: SettingsClient {
        get { self[SettingsClient.self] }
        set { self[SettingsClient.self] = newValue }
    }
}
