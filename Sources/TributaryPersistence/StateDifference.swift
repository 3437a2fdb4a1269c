// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The differences between two values of one type: a line for each field, element or entry that changed.
package enum StateDifference {
    /// The lines, such as `account.user.name: "Ada" → "Grace"`, in the order of the fields.
    ///
    /// Values are compared with `==` if they have it, else by their fields. A value with neither, such as a closure,
    /// counts as unchanged.
    package static func lines(from old: Any, to new: Any) -> [String] {
        var lines: [String] = []
        append(old, new, at: "", to: &lines)
        return lines
    }

    private static func append(_ old: Any, _ new: Any, at path: String, to lines: inout [String]) {
        let areEqual = (old as? any Equatable)?.isEqual(to: new)
        if areEqual == true || areSameObject(old, new) { return }
        guard let (before, after) = parts(old, new, at: path) else {
            let (old, new) = (Outline.text(old), Outline.text(new))
            if old != new { return lines.append(line(path, "\(old) → \(new)")) }
            return areEqual == false ? lines.append(line(path, "changed")) : ()
        }
        let (former, present) = (values(of: before), values(of: after))
        for part in before {
            guard let other = present[part.key] else {
                lines.append(line(part.path, "\(Outline.text(part.value)) removed"))
                continue
            }
            append(part.value, other, at: part.path, to: &lines)
        }
        for part in after where former[part.key] == nil {
            lines.append(line(part.path, "\(Outline.text(part.value)) added"))
        }
    }

    private static func line(_ path: String, _ text: String) -> String {
        path.isEmpty ? text : "\(path): \(text)"
    }

    /// Whether both are the same object, whose former fields are lost.
    private static func areSameObject(_ old: Any, _ new: Any) -> Bool {
        guard type(of: old) is AnyObject.Type, type(of: new) is AnyObject.Type else { return false }
        return old as AnyObject === new as AnyObject
    }

    /// The parts of both values; `nil` to compare the values as wholes.
    private static func parts(_ old: Any, _ new: Any, at path: String) -> (before: [Part], after: [Part])? {
        if let before = entries(of: old, at: path), let after = entries(of: new, at: path) {
            return (before, after)
        }
        let (before, after) = (fields(of: old, at: path), fields(of: new, at: path))
        return before.isEmpty || before.map { $0.key } != after.map { $0.key } ? nil : (before, after)
    }

    private static func values(of parts: [Part]) -> [AnyHashable: Any] {
        Dictionary(parts.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// The elements of a set, the entries of a dictionary, or the elements of a collection that have an `id`.
    private static func entries(of value: Any, at path: String) -> [Part]? {
        let mirror = Mirror(reflecting: value)
        guard [.dictionary, .set, .collection].contains(mirror.displayStyle) else { return nil }
        var parts: [Part] = []
        for child in mirror.children {
            switch mirror.displayStyle {
            case .dictionary:
                guard let entry = child.value as? (key: AnyHashable, value: Any) else { return nil }
                parts.append((entry.key, "\(path)[\(Outline.text(entry.key.base))]", entry.value))
            case .set:
                guard let element = child.value as? AnyHashable else { return nil }
                parts.append((element, path, child.value))
            default:
                guard let id = (child.value as? any Identifiable)?.id else { return nil }
                parts.append((AnyHashable(id), "\(path)[id: \(Outline.text(id))]", child.value))
            }
        }
        // An identifier that occurs twice identifies nothing.
        return Set(parts.map { $0.key }).count == parts.count ? parts : nil
    }

    /// The fields of a struct or a tuple, the contents of an optional or of a case of an enum, or the elements of a collection.
    private static func fields(of value: Any, at path: String) -> [Part] {
        let mirror = Mirror(reflecting: value)
        return mirror.children.enumerated().compactMap { index, child in
            let name = child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "\(index)"
            switch mirror.displayStyle {
            case .struct where value is any CustomStringConvertible: return nil
            case .struct, .tuple, .enum:
                return (name, path.isEmpty ? name : "\(path).\(name)", child.value)
            case .optional: return (name, path, child.value)
            case .collection: return (index, "\(path)[\(index)]", child.value)
            default: return nil
            }
        }
    }
}

/// A part of a value, with the key that finds it in another value.
private typealias Part = (key: AnyHashable, path: String, value: Any)

/// Describes values in one short line, however large they are.
package enum Outline {
    /// An action by the names of its cases: `news.open(1)`.
    package static func name(of action: Any) -> String {
        let mirror = Mirror(reflecting: action)
        guard mirror.displayStyle == .enum, let payload = mirror.children.first, let name = payload.label
        else { return text(action) }
        if Mirror(reflecting: payload.value).displayStyle == .enum {
            return "\(name).\(Self.name(of: payload.value))"
        }
        return name + parenthesized(payload.value)
    }

    /// A value: texts are cut, collections are counted.
    static func text(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
        case .collection, .set, .dictionary:
            switch mirror.children.count {
            case 0: return mirror.displayStyle == .dictionary ? "[:]" : "[]"
            case 1: return "[1 element]"
            case let count: return "[\(count) elements]"
            }
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
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
        return (line.count > 60 ? line.prefix(60) + "…" : line).harmless
    }
}
