// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a test does with effects that wait for something outside of its control.
///
/// The test store runs effects itself, and knows when none can continue. An effect on the main actor gets its time
/// there. But an effect that waits for a file, a socket, a thread or a real clock looks just like one that waits
/// forever.
public enum OutsideWork: Hashable, Sendable {
    /// It is a failure at once.
    ///
    /// The text names the effect and where it was written.
    case refused

    /// The test waits for it without a limit: there is no time-out but that of the test.
    ///
    /// If every effect sleeps on a `TestClock`, there is nothing outside to wait for, and the test fails at once.
    case awaited
}
