// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The entries of a store that become durable together: those since its last commit.
public struct LogCommit: Equatable, Sendable {
    /// The log to which it belongs.
    public var name: String

    /// The number of its first entry; the first of a log is `1`.
    public var sequence: Int

    /// How many entries it has, one at least.
    public var count: Int

    /// When it was made.
    public var time: LogTime

    /// Its entries, as their writer encodes them.
    public var contents: [UInt8]

    /// The number of its last entry.
    public var last: Int { sequence + count - 1 }

    /// Makes a commit.
    public init(name: String, sequence: Int, count: Int = 1, time: LogTime, contents: [UInt8]) {
        self.name = name
        self.sequence = sequence
        self.count = count
        self.time = time
        self.contents = contents
    }
}

/// The state of a store after an entry, so that a replay need not begin with the first.
public struct LogSnapshot: Equatable, Sendable {
    /// The log to which it belongs.
    public var name: String

    /// The number of the last entry that it contains; `0` is the initial state.
    public var sequence: Int

    /// When it was taken.
    public var time: LogTime

    /// The reducer's fingerprint: a snapshot of another reducer is not used.
    public var fingerprint: String

    /// The state, as its writer encodes it.
    public var contents: [UInt8]

    /// Makes a snapshot.
    public init(name: String, sequence: Int, time: LogTime, fingerprint: String, contents: [UInt8]) {
        self.name = name
        self.sequence = sequence
        self.time = time
        self.fingerprint = fingerprint
        self.contents = contents
    }
}

extension String {
    /// The same name in the one form in which a log is kept.
    ///
    /// Strings are equal whether their letters are composed of several characters or not, and a database compares bytes.
    package var canonicalName: String {
        utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
    }
}

/// A time as logs keep it, in milliseconds since 1970 in Coordinated Universal Time.
public struct LogTime: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970.
    public var milliseconds: Int

    /// Makes a time.
    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Whether a time is before another.
    public static func < (left: LogTime, right: LogTime) -> Bool { left.milliseconds < right.milliseconds }
}
