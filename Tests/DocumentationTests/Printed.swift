// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects printed output from any thread.
final class Printed: Sendable {
    private let printed = Mutex<[String]>([])

    var lines: [String] { printed.withLock { $0 } }

    func append(_ line: String) { printed.withLock { $0.append(line) } }
}
