// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The treatment of effects that wait for work outside of a test's control.
///
/// The test store runs effects itself, and detects when none can continue. It waits for effects on the main actor. But an effect
/// that waits for a file, a socket, a thread, or a real clock looks like one that waits forever.
public enum OutsideWork: Hashable, Sendable {
    /// It is a failure at once.
    ///
    /// The text names the effect and where it was written.
    case refused

    /// The test waits for it without a limit: there is no timeout but that of the test.
    ///
    /// If every effect sleeps on a `TestClock`, there is nothing outside to wait for, and the test fails at once.
    case awaited
}
