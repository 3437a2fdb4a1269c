// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a test does about effects that wait for something which the test does not control.
///
/// The test store runs effects itself, and knows when nothing can go on. An effect that went to the main
/// actor is given its time there. But one that waits for a file, a socket, a thread or a clock of the real
/// world looks just like one that waits forever.
public enum OutsideWork: Hashable, Sendable {
    /// It is a failure, at once: the effect, and where it was written, are in the text.
    case refused

    /// It is waited for, as long as it takes: there is no time-out but that of the test.
    ///
    /// When every effect sleeps on a `TestClock`, there is nothing outside to wait for: that is a failure at
    /// once.
    case awaited
}
