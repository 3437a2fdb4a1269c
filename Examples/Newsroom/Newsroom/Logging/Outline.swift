// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Describes values in one short line, however large they are.
enum Outline {
    /// An action by the names of its cases: `news.open(1)`.
    static func name(of action: Any) -> String {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum, let payload = mirror.children.first, let name = payload.label
        else {
            return text(action)
        }
        let inner = Mirror(reflecting: payload.value)
        if inner.displayStyle == .enum { return "\(name).\(Self.name(of: payload.value))" }
        return "\(name)\(parenthesized(payload.value))"
    }

    /// A value: texts are cut, collections are counted.
    static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
        case .collection, .set, .dictionary:
            return mirror.children.count == 1 ? "[1 element]" : "[\(mirror.children.count) elements]"
        case .enum:
            guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
            return name + parenthesized(payload.value)
        case .struct where !mirror.children.isEmpty && !(value is any CustomStringConvertible):
            return "\(mirror.subjectType)\(fields(mirror))"
        case .tuple: return fields(mirror)
        default: return value is String ? "\"\(shortened("\(value)"))\"" : shortened("\(value)")
        }
    }

    private static func parenthesized(_ payload: Any) -> String {
        Mirror(reflecting: payload).displayStyle == .tuple ? text(payload) : "(\(text(payload)))"
    }

    private static func fields(_ mirror: Mirror) -> String {
        let fields = mirror.children.map { child in
            guard let label = child.label, !label.hasPrefix(".") else { return text(child.value) }
            return "\(label): \(text(child.value))"
        }
        return "(\(fields.joined(separator: ", ")))"
    }

    private static func shortened(_ text: String) -> String {
        let line = text.replacing("\n", with: " ")
        return line.count > 60 ? line.prefix(60) + "…" : line
    }
}
