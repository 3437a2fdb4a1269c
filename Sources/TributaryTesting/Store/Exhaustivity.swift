// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How much of what happens a test has to account for.
public enum Exhaustivity: Hashable, Sendable {
    /// Everything: each change of the state, each action that arrives, each effect.
    case on

    /// What the test speaks of, and nothing else.
    ///
    /// Closures get the state as it is after the action, and fail when what they set is something else.
    /// Actions that nobody asked for are passed over. With `showSkippedAssertions`, what an exhaustive test
    /// would have had to account for is shown as a warning.
    case off(showSkippedAssertions: Bool)

    /// What the test speaks of, and nothing else; what is passed over is not shown.
    public static let off = Exhaustivity.off(showSkippedAssertions: false)

    var isOn: Bool { self == .on }

    var showsSkipped: Bool { self == .off(showSkippedAssertions: true) }
}
