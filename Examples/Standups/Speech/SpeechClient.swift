// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// What turns speech into text.
@Client
package struct SpeechClient {
    /// Whether the user lets this app hear them.
    package enum Permission: Equatable, Sendable { case unknown, granted, denied }

    /// Whether the user lets this app hear them, as far as is known.
    package var permission: @Sendable () -> Permission = { .denied }
    /// Asks the user, once.
    package var requestPermission: @Sendable () async -> Permission = { .denied }
    /// Listens until the task is cancelled; each element is all that was understood so far.
    package var listen: @Sendable () async throws -> AsyncThrowingStream<String, any Error>
}

/// The settings of the system, where permissions are changed.
@Client
package struct SettingsClient {
    /// Shows the settings of this app.
    package var open: @Sendable () async -> Void
}

extension Dependencies {
    /// What turns speech into text.
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
