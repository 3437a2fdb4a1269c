// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Tributary

/// Draws the scene and takes keys, until somebody quits.
@MainActor
final class KeyMode {
    private let desk: Desk

    init(_ desk: Desk) { self.desk = desk }

    func run(in terminal: RawTerminal) async -> Int32? { nil }
}
