// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TributaryCore
import TributaryJournal

/// An entry or a state, for output.
struct LogItem {
    private enum Content {
        /// An entry as in the file: its action under `a`, and its other fields.
        case entry(CodedValue)
        case state(CodedValue, before: CodedValue?)
    }

    let store: String
    let number: Int
    let time: LogTime
    private let content: Content

    /// A state is shown after the entry after which the store had it.
    var rank: Int { if case .entry = content { 0 } else { 1 } }

    init(_ snapshot: LogSnapshot, _ state: CodedValue, before: CodedValue?) {
        (store, number, time) = (snapshot.name, snapshot.sequence, snapshot.time)
        content = .state(state, before: before)
    }

    private init(_ commit: LogCommit, _ offset: Int, _ entry: CodedValue) {
        (store, number) = (commit.name, commit.sequence + offset)
        time = if case .integer(let time)? = entry["t"] { LogTime(milliseconds: time) } else { commit.time }
        content = .entry(entry)
    }

    /// The entries of a commit.
    ///
    /// Contents other than JSON are shown by their length.
    static func items(of commit: LogCommit) -> [LogItem] {
        let written = try? CodedValue(json: commit.contents)
        guard case .array(let entries)? = written?["e"] else {
            return [LogItem(commit, 0, ["unreadable": .integer(commit.contents.count)])]
        }
        return entries.enumerated().map { LogItem(commit, $0.offset, $0.element) }
    }

    /// The action as it would stand in code: `news.opened(3, by: "Ada")`.
    private var action: (name: String, text: String)? {
        guard case .entry(let entry) = content, let action = entry["a"] else { return nil }
        return (action.caseName, action.caseText)
    }

    /// Whether the options select it.
    func matches(_ options: Options) -> Bool {
        if !options.actions.isEmpty {
            guard let name = action?.name else { return false }
            let isAsked = options.actions.contains { asked in
                name == asked || name.hasPrefix(asked + ".") || name.hasSuffix("." + asked)
                    || name.contains(".\(asked).")
            }
            guard isAsked else { return false }
        }
        guard let text = options.text else { return true }
        return self.text(options).range(of: text, options: .caseInsensitive) != nil
    }

    /// The printed text.
    func text(_ options: Options) -> String { options.isJSON ? json : line }

    private var line: String {
        let head = "\(time.text) \(store.harmless) \(number)"
        switch content {
        case .entry(let entry):
            let cause = if case .integer(let cause)? = entry["c"] { " ← \(cause)" } else { "" }
            let rest = Self.rest(of: entry)
            let parts = [action?.text, rest.isEmpty ? nil : CodedValue.object(rest).json.harmless]
            return "\(head)\(cause): \(parts.compactMap(\.self).joined(separator: " "))"
        case .state(let state, nil): return "\(head): has the state \(state.json.harmless)"
        case .state(let state, let before?):
            let lines = StateDifferences.lines(from: before, to: state).map { "\n    \($0.harmless)" }
            return "\(head): has the state\(lines.isEmpty ? " that it had before" : lines.joined())"
        }
    }

    /// The fields of an entry other than its action, its time, and its cause.
    private static func rest(of entry: CodedValue) -> [String: CodedValue] {
        guard case .object(let all) = entry else { return ["entry": entry] }
        // Only a replay needs the skipped children of an action, and the mark that its turn continues.
        let names = [
            "m": "mounted", "u": "unmounted", "i": "command", "s": "context",
            "a": nil, "c": nil, "t": nil, "x": nil, "p": nil,
        ]
        return Dictionary(
            uniqueKeysWithValues: all.compactMap { name, value in
                (names[name] ?? name).map { ($0, value) }
            }
        )
    }

    private var json: String {
        var fields: CodedValue = [
            "store": .string(store), "number": .integer(number), "time": .string(time.text),
        ]
        switch content {
        case .entry(let entry):
            fields["action"] = entry["a"]
            fields["cause"] = entry["c"]
            for (name, value) in Self.rest(of: entry) { fields[name] = value }
        case .state(let state, _): fields["state"] = state
        }
        return fields.json
    }
}

extension LogTime {
    /// The time in Coordinated Universal Time, as ISO 8601 has it.
    var text: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
