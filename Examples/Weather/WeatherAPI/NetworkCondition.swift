// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A condition of the network, which the client asks the service to simulate.
package enum NetworkCondition: String, CaseIterable, Sendable {
    /// Answers arrive without delay.
    case good
    /// Answers take three seconds.
    case slow
    /// Answers take a minute, longer than the client waits.
    case stuck
    /// The service answers that it is unavailable.
    case failing
    /// Answers are truncated.
    case garbled
    /// Answers are larger than the client's limit.
    case flooding
}

extension NetworkCondition {
    /// The parameters to add to the query of a request.
    package var query: [(name: String, value: String)] {
        switch self {
        case .good: []
        case .slow: [("delay", "3")]
        case .stuck: [("delay", "60")]
        case .failing: [("fail", "503")]
        case .garbled: [("spoil", "cut")]
        case .flooding: [("spoil", "flood")]
        }
    }
}
