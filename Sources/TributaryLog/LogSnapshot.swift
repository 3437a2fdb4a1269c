// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
