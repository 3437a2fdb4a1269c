// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The progress of work, as a bar.
package struct ProgressBar: Equatable, Sendable {
    /// The completed fraction, from 0 to 1.
    package let fraction: Double

    /// Makes a bar for a part of a total; a total of zero is complete.
    package init(_ done: Int, of total: Int) {
        fraction = total <= 0 ? 1 : min(1, max(0, Double(done) / Double(total)))
    }

    /// The bar with its percentage, in exactly this number of columns.
    package func line(in columns: Int) -> StyledLine {
        let percent = "\(Int((fraction * 100).rounded(.down))) %"
        let label = String(repeating: " ", count: max(0, 6 - percent.count)) + percent
        let room = columns - label.count
        guard room >= 4 else { return StyledLine(percent.fitted(to: max(0, columns)), .accent) }
        let eighths = Int((fraction * Double(room * 8)).rounded(.down))
        let part = eighths % 8 == 0 ? "" : String(Self.parts[eighths % 8])
        let bar = String(repeating: "█", count: eighths / 8) + part
        let rest = String(repeating: "░", count: room - bar.count)
        return StyledLine(bar, .good) + StyledLine(rest, .faint) + StyledLine(label, .faint)
    }

    private static let parts: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
