// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The diagnostics of the library during a test.
final class Complaints: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { $0 } }

    func append(_ complaint: String) { state.withLock { $0.append(complaint) } }
}
