// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Values that are given out one after the other, from any thread.
final class Sequenced<Value: Sendable>: Sendable {
    private let values: Mutex<[Value]>

    init(_ values: [Value]) { self.values = Mutex(values) }

    /// The next value; asking for more than there are is a mistake in the test.
    func next() -> Value { values.withLock { $0.removeFirst() } }
}
