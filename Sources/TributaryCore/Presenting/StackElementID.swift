// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Identifies a page of a `Stack`: its pages are counted from 0, in the order in which they were pushed.
///
/// A literal names one, as in `state.path[id: 0]`.
public struct StackElementID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByIntegerLiteral {
    /// How many pages had been pushed before.
    public let rawValue: Int

    /// Makes the identifier from its number.
    ///
    /// - Parameter rawValue: The number.
    @inlinable
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Makes the identifier from its number.
    ///
    /// - Parameter value: The number.
    @inlinable
    public init(integerLiteral value: Int) { rawValue = value }
}

extension StackElementID: CustomStringConvertible {
    /// The number.
    public var description: String { "\(rawValue)" }
}
