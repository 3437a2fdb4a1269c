// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The last event and the progress of loading, or the line being typed.
package struct Foot: Equatable, Sendable {
    package var notice: Screen.Notice?
    package var progress: Screen.Progress?
    package var prompt: Prompt?
    /// The spinner, while feeds are being loaded.
    package var spinner = ""

    /// Makes an empty foot.
    package init() {}

    func line(in size: WindowSize) -> StyledLine {
        if let prompt {
            let question = prompt.question
            let line =
                StyledLine(question, .bold) + prompt.field.line(in: size.columns - question.columns, .bold)
            return prompt.problem.map { line + StyledLine("  \($0)", .problem) } ?? line
        }
        let text = StyledLine(notice?.text ?? "", notice?.isProblem == true ? .problem : .plain)
        guard let progress else { return text }
        let sign = StyledLine(spinner.isEmpty ? "" : spinner + " ", .accent)
        guard progress.total > 1 else { return sign + text }
        let bar = ProgressBar(progress.done, of: progress.total).line(in: min(24, size.columns / 3))
        return sign + bar + StyledLine(" ") + text
    }
}
