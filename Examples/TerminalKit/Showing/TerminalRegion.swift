// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a program puts below each other; `TerminalComponent` is what there is of it.
@MainActor
package protocol TerminalRegion: AnyObject {
    /// How many lines it gets.
    var height: TerminalHeight { get }

    /// Called when it is to be drawn anew.
    var onChange: (@MainActor () -> Void)? { get set }

    /// Takes a click, at a place counted from its upper left corner; `nil` where a click is a key like others.
    var onClick: (@MainActor (_ column: Int, _ row: Int) -> KeyAnswer)? { get }

    /// Draws what there is to show.
    ///
    /// - Parameter size: The room that it has.
    /// - Returns: The lines; those that do not fit are cut off.
    func lines(in size: WindowSize) -> [StyledLine]
}
