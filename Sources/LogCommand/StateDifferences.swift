// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryJournal

/// The changes between two states, each with its path.
enum StateDifferences {
    /// One line for each value that differs: `cart.items[2].count: 1 → 2`.
    static func lines(from old: CodedValue, to new: CodedValue) -> [String] {
        var lines: [String] = []
        compare(old, new, at: "", &lines)
        return lines
    }

    private static func compare(
        _ old: CodedValue?,
        _ new: CodedValue?,
        at path: String,
        _ lines: inout [String]
    ) {
        guard old != new else { return }
        switch (old, new) {
        case (.object(let olds)?, .object(let news)?):
            for name in Set(olds.keys).union(news.keys).sorted() {
                compare(olds[name], news[name], at: path.isEmpty ? name : "\(path).\(name)", &lines)
            }
        case (.array(let olds)?, .array(let news)?):
            for index in 0..<max(olds.count, news.count) {
                let (old, new) = (olds.dropFirst(index).first, news.dropFirst(index).first)
                compare(old, new, at: "\(path)[\(index)]", &lines)
            }
        default:
            lines.append("\(path.isEmpty ? "state" : path): \(text(of: old)) → \(text(of: new))")
        }
    }

    private static func text(of value: CodedValue?) -> String { value?.json ?? "nothing" }
}
