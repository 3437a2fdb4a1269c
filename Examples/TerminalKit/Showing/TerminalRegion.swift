// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A part of a program's window, such as a `TerminalComponent`.
@MainActor
package protocol TerminalRegion: AnyObject {
    /// The number of its lines.
    var height: TerminalHeight { get }

    /// Called when it has to be redrawn.
    var onChange: (@MainActor () -> Void)? { get set }

    /// Handles a click, at a place counted from its upper left corner; `nil` if clicks are handled like keys.
    var onClick: (@MainActor (_ column: Int, _ row: Int) -> KeyAnswer)? { get }

    /// Draws its content.
    ///
    /// - Parameter size: The available size.
    /// - Returns: The lines; those that do not fit are cut off.
    func lines(in size: WindowSize) -> [StyledLine]
}
