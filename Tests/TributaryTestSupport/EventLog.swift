// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A log of events, in order, from any thread.
package final class EventLog: Sendable {
    private let recorded = Mutex<[String]>([])

    package init() {}

    package var events: [String] { recorded.withLock { $0 } }

    package func callAsFunction(_ event: String) { recorded.withLock { $0.append(event) } }

    package func removeAll() { recorded.withLock { $0 = [] } }
}
