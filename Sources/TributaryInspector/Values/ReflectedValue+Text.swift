// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension ReflectedValue {
    /// How long the text of a value is at most.
    static let longest = 200

    /// The value in one short line, without hidden parts.
    var text: String { text(deep: 3) }

    private func text(deep: Int) -> String {
        switch kind {
        case .secret: return "•••"
        case .cut: return "…"
        case .nil: return "nil"
        case .boolean, .number: return jsonText ?? "\(value)"
        case .text: return "\"\(Self.cut(jsonText ?? "\(value)"))\""
        case .function: return "(function)"
        case .array, .set: return count == 0 ? "[]" : count == 1 ? "[1 element]" : "[\(count) elements]"
        case .dictionary: return count == 0 ? "[:]" : count == 1 ? "[1 entry]" : "[\(count) entries]"
        case .object: return "\(mirror.subjectType)"
        case .enum: return "." + Self.cut(caseName ?? "") + payloadText(deep)
        case .tuple: return fieldText(deep)
        case .struct:
            if value is JSON { return "{\(count)}" }
            if let described = description { return Self.cut(described) }
            return Self.cut("\(mirror.subjectType)" + fieldText(deep))
        case .class: return "\(mirror.subjectType)"
        }
    }

    private var jsonText: String? {
        switch value {
        case JSON.string(let text): text
        case let json as JSON: json.text
        default: nil
        }
    }

    /// The value's own description, if that cannot contain a hidden part.
    private var description: String? {
        guard value is any CustomStringConvertible, !hidesSomething(among: 256) else { return nil }
        return "\(value)"
    }

    /// Whether something below is hidden, or might be, as so much is there that not all of it is looked at.
    func hidesSomething(among limit: Int) -> Bool {
        var rest = limit
        return hidesSomething(among: &rest, deep: 16)
    }

    private func hidesSomething(among rest: inout Int, deep: Int) -> Bool {
        if kind == .secret { return true }
        guard count > 0 else { return false }
        guard deep > 0, count <= rest else { return true }
        rest -= count
        return parts(count: count)
            .contains { ReflectedValue($0.value).hidesSomething(among: &rest, deep: deep - 1) }
    }

    /// The payload of a case in brackets.
    func payloadText(_ deep: Int = 3) -> String {
        guard count > 0 else { return "" }
        let parts = parts(count: 8)
        guard deep > 0 else { return "(…)" }
        // The label of a sole value is the case.
        let isSole = parts.count == 1 && parts[0].label == caseName
        return Self.cut(
            "(" + parts.map { Self.field(isSole ? nil : $0.label, $0.value, deep) }.joined(separator: ", ")
                + (count > 8 ? ", …" : "") + ")"
        )
    }

    private func fieldText(_ deep: Int) -> String {
        guard deep > 0 else { return "(…)" }
        let fields = parts(count: 8).map { Self.field($0.label, $0.value, deep) }
        return Self.cut("(" + fields.joined(separator: ", ") + (count > 8 ? ", …" : "") + ")")
    }

    private static func field(_ label: String?, _ value: Any, _ deep: Int) -> String {
        let text = ReflectedValue(value).text(deep: deep - 1)
        guard let label, Int(label) == nil else { return text }
        return "\(label): \(text)"
    }

    static func cut(_ text: String, to length: Int = longest) -> String {
        // Counting all characters of a long text takes long.
        guard text.utf8.count > length,
            let end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return text[..<end] + "…"
    }

    /// The whole text of a string, and the shown text of other values.
    func wholeText(limit: Int) -> (text: String, isCut: Bool) {
        guard kind == .text else { return (text, false) }
        let whole = jsonText ?? "\(value)"
        let shown = Self.cut(whole, to: limit)
        return (shown, shown.utf8.count != whole.utf8.count)
    }
}

// MARK: - Actions

extension ReflectedValue {
    /// An action in the list: the names of its cases, and their payloads.
    static func title(of action: Any) -> (title: String, detail: String) {
        var names: [String] = []
        var value = ReflectedValue(action)
        while value.kind == .enum, let name = value.caseName {
            let parts = value.parts(count: 3)
            // The action of a row or of a page.
            if parts.count == 2, parts[0].label == "id", parts[1].label == "action" {
                names.append("[\(ReflectedValue(parts[0].value).text)]")
                value = ReflectedValue(parts[1].value)
                continue
            }
            names.append(name)
            guard parts.count == 1, value.count == 1 else {
                return (joined(names), detail(of: value))
            }
            let inner = ReflectedValue(parts[0].value)
            guard inner.kind == .enum, inner.mirror.displayStyle == .enum else {
                return (joined(names), detail(of: value))
            }
            value = inner
        }
        if names.isEmpty, case .object(let fields) = value.value as? JSON {
            return coded(fields) ?? foreign(fields)
        }
        let text = value.kind == .text ? value.wholeText(limit: 60).text : value.text
        return names.isEmpty ? (cut(text, to: 60), "") : (joined(names), cut(value.text, to: 120))
    }

    private static func detail(of value: ReflectedValue) -> String {
        let text = value.payloadText()
        return cut(String(text.dropFirst().dropLast()), to: 120)
    }

    private static func joined(_ names: [String]) -> String {
        names.reduce(into: "") { $0 += $0.isEmpty || $1.hasPrefix("[") ? $1 : ".\($1)" }
    }

    /// The title of an action as the compiler codes an enum: the only field is the case, with its payload.
    private static func coded(_ fields: JSON.Fields) -> (String, String)? {
        var names: [String] = []
        var fields = fields
        while fields.list.count == 1, case .object(let payload) = fields.list[0].value {
            names.append(fields.list[0].name)
            let element = Dictionary(payload.list.map { ($0.name, $0.value) }) { first, _ in first }
            if payload.list.count == 2, let id = element["id"], case .object(let inner)? = element["action"] {
                names.append("[\(ReflectedValue(id).text)]")
                fields = inner
            } else if payload.list.count == 1, case .object(let inner)? = element["_0"],
                inner.list.count == 1,
                case .object = inner.list[0].value
            {
                fields = inner
            } else {
                let detail = payload.list.map { field in
                    let text = ReflectedValue(field.value).text
                    return field.name.hasPrefix("_") ? text : "\(field.name): \(text)"
                }
                return (joined(names), cut(detail.joined(separator: ", "), to: 120))
            }
        }
        return nil
    }

    /// The title of an action of another program.
    private static func foreign(_ fields: JSON.Fields) -> (String, String) {
        let type = fields.list.last { $0.name == "type" }?.value.string ?? "(no type)"
        let rest = fields.list.filter { $0.name != "type" && $0.name != "tributary" }
        return (
            cut(type, to: 120),
            cut(rest.map { "\($0.name): \(ReflectedValue($0.value).text)" }.joined(separator: ", "), to: 120)
        )
    }
}
