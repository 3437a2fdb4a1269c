// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Tributary

extension UUIDGenerator {
    /// Counts from a number, so that a script gives the same identifiers each time.
    static func numbered(from first: UInt64) -> UUIDGenerator {
        let count = Count(first)
        return UUIDGenerator { UUID(number: count.next()) }
    }

    private final class Count: Sendable {
        private let number: Mutex<UInt64>

        init(_ first: UInt64) { number = Mutex(first) }

        func next() -> UInt64 {
            number.withLock { number in
                defer { number += 1 }
                return number
            }
        }
    }
}
