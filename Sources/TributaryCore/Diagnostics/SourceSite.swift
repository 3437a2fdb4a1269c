// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A place in the program's source.
public struct SourceSite: Hashable, Sendable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    public let fileID: String

    /// The line, counted from 1.
    public let line: UInt

    /// The place with this file and line; by default the place of the call.
    public init(fileID: String = #fileID, line: UInt = #line) {
        self.fileID = fileID
        self.line = line
    }

    /// The place as compilers print it.
    public var description: String { "\(fileID):\(line)" }
}
