// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The thinking time of computers.
package enum Pace: String, CaseIterable, Sendable {
    case quick, normal, slow

    /// The time before each move of a computer.
    package var thinkingTime: Duration {
        switch self {
        case .quick: .milliseconds(250)
        case .normal: .milliseconds(800)
        case .slow: .seconds(2)
        }
    }
}
