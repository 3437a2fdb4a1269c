// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Names a moment in the life of a value; no two moments have the same stamp.
@usableFromInline
package struct ChangeStamp: Hashable, Sendable {
    @usableFromInline let number: UInt64

    @inlinable
    package static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    private init(number: UInt64) { self.number = number }

    /// The stamp of a collection that never had an element; all such collections share it.
    @usableFromInline static let empty = Self(number: 0)

    /// A stamp that no other value has, on any thread.
    ///
    /// Constant time: it counts.
    @usableFromInline
    static func unique() -> Self { Self(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue) }
}

private let lastNumber = Atomic<UInt64>(0)
