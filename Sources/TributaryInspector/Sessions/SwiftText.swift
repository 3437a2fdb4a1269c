// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Values as Swift source; a value that cannot be written is a placeholder, which the compiler reports.
struct SwiftText {
    /// How many values are written at most.
    private var remaining = 2_000

    /// A value where its type is known.
    static func of(_ value: Any) -> String {
        var writer = SwiftText()
        return writer.text(ReflectedValue(value), depth: 0)
    }

    private mutating func text(_ value: ReflectedValue, depth: Int) -> String {
        remaining -= 1
        guard remaining > 0, depth < 16 else { return "<#…#>" }
        switch value.kind {
        case .nil: return "nil"
        case .boolean, .number: return value.value is JSON ? value.text : "\(value.value)"
        case .text: return value.wholeText(limit: 4_000).text.debugDescription
        case .secret: return "<#a secret#>"
        case .enum: return "." + (value.caseName ?? "") + arguments(value, depth, isCase: true)
        case .array, .set:
            guard !isLong(value) else { return placeholder(value) }
            return "["
                + parts(value).map { text(ReflectedValue($0.value), depth: depth + 1) }.joined(
                    separator: ", "
                ) + "]"
        case .dictionary: return entries(value, depth)
        case .tuple: return arguments(value, depth, isCase: false)
        case .struct where value.count > 0 && !(value.value is JSON):
            return "\(value.mirror.subjectType)" + arguments(value, depth, isCase: false)
        case .struct where value.value is JSON: return placeholder(value)
        case .struct where "\(value.mirror.subjectType)(" + ")" == "\(value.value)":
            return "\(value.mirror.subjectType)()"
        default: return placeholder(value)
        }
    }

    private func parts(_ value: ReflectedValue) -> [ReflectedValue.Part] { value.parts(count: value.count) }

    private func isLong(_ value: ReflectedValue) -> Bool { value.count > 100 }

    private func placeholder(_ value: ReflectedValue) -> String {
        "<#\(value.value is JSON ? "JSON" : "\(value.mirror.subjectType)")#>"
    }

    private mutating func arguments(_ value: ReflectedValue, _ depth: Int, isCase: Bool) -> String {
        let parts = parts(value)
        guard !parts.isEmpty else { return isCase ? "" : "()" }
        let isSole = isCase && parts.count == 1 && parts[0].label == value.caseName
        let written = parts.map { part in
            let written = text(ReflectedValue(part.value), depth: depth + 1)
            return isSole || Int(part.label) != nil ? written : "\(part.label): \(written)"
        }
        return "(" + written.joined(separator: ", ") + ")"
    }

    private mutating func entries(_ value: ReflectedValue, _ depth: Int) -> String {
        guard value.count > 0 else { return "[:]" }
        guard !isLong(value) else { return placeholder(value) }
        let written = parts(value).map { "\($0.label): \(text(ReflectedValue($0.value), depth: depth + 1))" }
        return "[" + written.joined(separator: ", ") + "]"
    }
}

/// A test of some actions of a history: the state before the first, and the changes of each.
struct TestText {
    /// Writes the test.
    ///
    /// - Parameters:
    ///   - history: The actions.
    ///   - range: The numbers of the first and the last.
    /// - Returns: Its text.
    /// - Throws: If there is no such action, or a state is not kept.
    nonisolated(nonsending) static func of<State, Action>(
        _ history: History<State, Action>,
        _ range: ClosedRange<Int>
    ) async throws -> String {
        let indices = history.entries.indices.filter {
            range.contains(history.entries[$0].number) && !history.entries[$0].isSkipped
        }
        guard let first = indices.first, let last = indices.last else {
            throw InspectorFault("There is no action in this range.")
        }
        guard indices.count <= 200 else {
            throw InspectorFault("A test of more than 200 actions is not read by anybody.")
        }
        var before = try history.state(before: history.entries[first].number)
        let numbers = (history.entries[first].number, history.entries[last].number)
        var lines = [
            "@Test func `actions \(numbers.0) to \(numbers.1)`() async {",
            "    let store = TestStore(initialState: \(SwiftText.of(before))) {",
            "        <#the reducer#>()", "    }",
        ]
        var pauses = Pauses()
        for number in indices.map({ history.entries[$0].number }) {
            try await pauses.pause()
            let index = try history.entry(number)
            let entry = history.entries[index]
            let after = try history.state(at: index)
            let changes = ValueDifference(from: before, to: after, limit: 50)
            before = after
            let call = entry.origin == .store ? "send" : "receive"
            let head = "    await store.\(call)(\(SwiftText.of(entry.action)))"
            guard !changes.changes.isEmpty else {
                lines.append(head)
                continue
            }
            lines.append(head + " {")
            lines += changes.changes.map { "        " + Self.line($0) }
            if changes.isCut { lines.append("        // There is more than is written here.") }
            lines.append("    }")
        }
        lines += ["    await store.finish()", "}", ""]
        return lines.joined(separator: "\n")
    }

    /// A change as a Swift assignment, if it can be written as one.
    private static func line(_ change: ValueDifference.Change) -> String {
        let what = { (value: Any?) in value.map { SwiftText.of($0) } ?? "nothing" }
        var target = "$0"
        for step in change.path {
            // Into a case, or to an entry whose key is only known as text, there is no way by a name.
            guard !step.contains(":"), !step.contains("\"") else {
                return "// \(change.label): \(what(change.before)) → \(what(change.after))"
            }
            if step.hasPrefix("#"), let at = step.lastIndex(of: "@") {
                target += "[id: \(step[step.index(after: step.startIndex)..<at])]?"
            } else if Int(step) != nil {
                target += "[\(step)]"
            } else {
                target += ".\(step)"
            }
        }
        switch change.kind {
        case .changed:
            return change.path.isEmpty ? "$0 = \(what(change.after))" : "\(target) = \(what(change.after))"
        case .added:
            return "\(target.hasSuffix("?") ? String(target.dropLast()) : target) = \(what(change.after))"
        case .removed: return "\(target.hasSuffix("?") ? String(target.dropLast()) : target) = nil"
        }
    }
}
