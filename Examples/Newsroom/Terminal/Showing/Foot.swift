// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// What happened last, or the name being typed instead.
package struct Foot: Equatable, Sendable {
    package var notice: Screen.Notice?
    package var name: TextField?

    /// Makes a foot of nothing.
    package init() {}

    func line(in size: WindowSize) -> StyledLine {
        if let name {
            let question = "Your name: "
            return StyledLine(question, .bold) + name.line(in: size.columns - question.columns, .bold)
        }
        return StyledLine(notice?.text ?? "", notice?.isProblem == true ? .problem : .plain)
    }
}
