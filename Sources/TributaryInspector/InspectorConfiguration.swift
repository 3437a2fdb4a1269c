// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where an inspector can be reached, and how much it keeps.
public struct InspectorConfiguration: Sendable {
    /// The port on this machine; `0` for any that is free.
    public var port: UInt16

    /// How much is kept of each store.
    public var limits: InspectorLimits

    /// Gets the line with the address.
    public var print: @Sendable (String) -> Void

    /// The token of the address; by default a random one.
    package var token: String?

    /// The least time between two events for a page.
    package var pace = Duration.milliseconds(100)

    /// A folder with the files of the page, in place of those in the program.
    package var pageDirectory: String?

    /// The time, in milliseconds since 1970.
    package var now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) }

    /// A configuration.
    ///
    /// - Parameters:
    ///   - port: The port on this machine; by default any that is free.
    ///   - limits: How much is kept of each store.
    ///   - print: Gets the line with the address; by default prints it.
    public init(
        port: UInt16 = 0,
        limits: InspectorLimits = InspectorLimits(),
        print: @escaping @Sendable (String) -> Void = Self.printLine
    ) {
        self.port = port
        self.limits = limits
        self.print = print
    }

    /// Prints a line without buffering, also to a file or a pipe, whose reader waits for the address.
    public static func printLine(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
