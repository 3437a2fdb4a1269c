// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How the network is to be: what the client asks the service to do to its own answers.
package enum NetworkCondition: String, CaseIterable, Sendable {
    /// Answers come as fast as they can.
    case good
    /// Answers take three seconds.
    case slow
    /// Answers take a minute, which is longer than the client waits.
    case stuck
    /// The service answers that it is not available.
    case failing
    /// Answers are cut off.
    case garbled
    /// Answers are larger than the client takes.
    case flooding
}

extension NetworkCondition {
    /// What is added to the query of a request.
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
