// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A list of received values, from any thread.
package final class Heard<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])

    package init() {}

    package var all: [Element] { list.withLock { $0 } }

    package func append(_ element: Element) { list.withLock { $0.append(element) } }

    package func removeAll() {
        // Released outside the lock, because a release may append.
        let removed = list.withLock { list in
            defer { list = [] }
            return list
        }
        withExtendedLifetime(removed) {}
    }
}
