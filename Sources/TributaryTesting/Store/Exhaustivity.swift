// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How many of the changes and actions a test has to account for.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: each change of the state, each action that arrives, each effect.
    case on

    /// Only the expectations that the test states.
    ///
    /// Closures get the state after the action, and the test fails if a value that they set differs. Unexpected actions are
    /// skipped. With `showSkippedAssertions`, a warning shows the changes and actions that an exhaustive test would have to state.
    case off(showSkippedAssertions: Bool)

    /// Only the expectations that the test states; skipped changes and actions are not shown.
    public static let off = Exhaustivity.off(showSkippedAssertions: false)

    var isOn: Bool { self == .on }

    var showsSkipped: Bool { self == .off(showSkippedAssertions: true) }
}
