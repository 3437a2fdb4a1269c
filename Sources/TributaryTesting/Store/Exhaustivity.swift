// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How much of what happens a test has to account for.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: each change of the state, each action that arrives, each effect.
    case on

    /// Only what the test mentions.
    ///
    /// Closures get the state after the action, and the test fails if a value that they set differs. Actions that the
    /// test does not expect are skipped. With `showSkippedAssertions`, a warning shows what an exhaustive test would
    /// have had to account for.
    case off(showSkippedAssertions: Bool)

    /// Only what the test mentions; what is skipped is not shown.
    public static let off = Exhaustivity.off(showSkippedAssertions: false)

    var isOn: Bool { self == .on }

    var showsSkipped: Bool { self == .off(showSkippedAssertions: true) }
}
