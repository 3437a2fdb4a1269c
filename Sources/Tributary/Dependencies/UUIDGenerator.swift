// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Dependencies {
    /// Makes identifiers; by default random ones.
    ///
    /// ```swift
    /// @Dependency(\.uuid) var uuid
    /// …
    /// state.rows.append(Row(id: uuid()))
    /// ```
    /// In a test, the default reports every use, and counts, so that identifiers are unique.
    public var uuid: UUIDGenerator {
        get { self[UUIDKey.self] }
        set { self[UUIDKey.self] = newValue }
    }
}

/// Makes identifiers.
public struct UUIDGenerator: Sendable, UseReporting {
    private let generate: @Sendable () -> UUID
    package var endpoint: UnimplementedEndpoint?

    /// A generator that gets identifiers from a closure.
    public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

    /// A generator that always makes the same identifier.
    public static func constant(_ uuid: UUID) -> UUIDGenerator { Self { uuid } }

    /// A generator that counts: `UUID(number: 0)`, then `UUID(number: 1)`, and so on.
    ///
    /// Each access makes a new generator, which starts at 0. Copies of a generator share their count.
    public static var incrementing: UUIDGenerator {
        let count = Count()
        return Self { UUID(number: count.next()) }
    }

    /// The next identifier.
    ///
    /// The reducers of a store that is recorded get identifiers that follow from their entry, whatever generator is set.
    public func callAsFunction() -> UUID {
        if let entry = use() { return UUID(random: entry.next(), entry.next()) }
        return generate()
    }

    /// A generator that counts, and reports every use.
    static var unimplemented: UUIDGenerator {
        var generator = incrementing
        generator.endpoint = UnimplementedEndpoint("Dependencies.uuid")
        return generator
    }

    private final class Count: Sendable {
        private let count = Mutex<UInt64>(0)

        func next() -> UInt64 {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }
}

extension UUID {
    /// An identifier of version 4, as RFC 9562 lays out random bits.
    fileprivate init(random first: UInt64, _ second: UInt64) {
        let (high, low) = (first & ~0xf000 | 0x4000, second >> 2 | 1 << 63)
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (8 * index)) }
        self.init(
            uuid: (
                byte(high, 7), byte(high, 6), byte(high, 5), byte(high, 4),
                byte(high, 3), byte(high, 2), byte(high, 1), byte(high, 0),
                byte(low, 7), byte(low, 6), byte(low, 5), byte(low, 4),
                byte(low, 3), byte(low, 2), byte(low, 1), byte(low, 0)
            )
        )
    }

    /// The identifier with this number at its end and zeros before it, as the counting generator makes them.
    public init(number: UInt64) {
        func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
        self.init(
            uuid: (
                0, 0, 0, 0, 0, 0, 0, 0,
                byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
            )
        )
    }
}

private enum UUIDKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> UUIDGenerator {
        dependencies.isTesting ? .unimplemented : UUIDGenerator { UUID() }
    }
}
