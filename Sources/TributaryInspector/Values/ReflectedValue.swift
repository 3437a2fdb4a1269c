// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryForms

/// A value as the inspector shows it: its kind, and its parts, which are made on request.
struct ReflectedValue {
    typealias Kind = ValueNode.Kind

    /// A part, with the step that leads to it from the whole.
    struct Part {
        let step: String
        let label: String
        let value: Any

        /// The part's name in exported values; by default the shown name.
        var name: String?
    }

    let value: Any
    let kind: Kind
    let mirror: Mirror

    /// The case, of an enum.
    let caseName: String?

    /// Reflects a value; an optional with a value is reflected as that value.
    init(_ whole: Any) {
        var value = (whole as? WrittenJSON).map { $0.json } ?? whole
        var mirror = Mirror(reflecting: value)
        while mirror.displayStyle == .optional, let child = mirror.children.first {
            value = child.value
            mirror = Mirror(reflecting: value)
        }
        self.value = value
        self.mirror = mirror
        caseName = mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(value)" : nil
        kind = Self.kind(of: value, mirror)
    }

    private static func kind(of value: Any, _ mirror: Mirror) -> Kind {
        switch value {
        case is any HiddenValue: return .secret
        case let json as JSON: return kind(of: json)
        case is Bool: return .boolean
        case is any Numeric: return .number
        case is any StringProtocol, is Character: return .text
        default: break
        }
        switch mirror.displayStyle {
        case .struct: return .struct
        case .class: return .object
        case .tuple: return .tuple
        case .enum: return .enum
        case .optional: return .nil
        case .collection: return .array
        case .set: return .set
        case .dictionary: return .dictionary
        default: return "\(mirror.subjectType)".contains("->") ? .function : .struct
        }
    }

    private static func kind(of json: JSON) -> Kind {
        switch json {
        case .null: .nil
        case .boolean: .boolean
        case .integer, .number: .number
        case .string: .text
        case .array: .array
        case .object: .struct
        }
    }
}

// MARK: - Parts

extension ReflectedValue {
    /// How many entries of a dictionary, or members of a set, are shown at most: they are put in order all at once.
    static let mostSorted = 20_000

    /// How many parts there are.
    var count: Int {
        switch kind {
        case .text, .number, .boolean, .nil, .function, .secret, .cut: return 0
        case .enum: return payload.count
        default: break
        }
        switch value {
        case JSON.array(let values): return values.count
        case JSON.object(let fields): return fields.list.count
        default: return mirror.children.count + (mirror.superclassMirror.map { Int($0.children.count) } ?? 0)
        }
    }

    /// Whether the parts have the same names in all values of the type.
    var hasFixedFields: Bool {
        kind == .struct && mirror.displayStyle == .struct && !(value is any CustomReflectable)
    }

    /// Some of the parts, in order.
    func parts(from first: Int = 0, count: Int) -> [Part] {
        let total = self.count
        guard first < total, count > 0, first >= 0 else { return [] }
        let range = first..<min(total, first + count)
        switch value {
        case JSON.array(let values):
            return range.map { Part(step: "\($0)", label: "\($0)", value: values[$0]) }
        case JSON.object(let fields):
            return range.map {
                Part(step: fields.list[$0].name, label: fields.list[$0].name, value: fields.list[$0].value)
            }
        default: break
        }
        switch kind {
        case .enum: return Array(payload[range])
        case .dictionary: return Array(entries.dropFirst(first).prefix(count))
        case .set: return Array(members.dropFirst(first).prefix(count))
        case .array:
            let start = mirror.children.index(mirror.children.startIndex, offsetBy: range.lowerBound)
            return zip(range, mirror.children[start...]).map { Self.element($0, $1.value) }
        default:
            var fields: [Part] = []
            if let parent = mirror.superclassMirror { fields += Self.fields(of: parent) }
            fields += Self.fields(of: mirror)
            return Array(fields[range])
        }
    }

    private static func element(_ index: Int, _ value: Any) -> Part {
        guard let id = (value as? any Identifiable)?.shownID else {
            return Part(step: "\(index)", label: "\(index)", value: value)
        }
        return Part(step: "#\(id)@\(index)", label: "[id: \(id)]", value: value)
    }

    private static func fields(of mirror: Mirror) -> [Part] {
        mirror.children.enumerated().map { index, child in
            guard let label = child.label, !label.hasPrefix(".") else {
                return Part(step: "\(index)", label: "\(index)", value: child.value)
            }
            // The storage of a property with a wrapper.
            let isHidden = label.hasPrefix("_") && child.value is any HiddenValue
            return Part(step: label, label: isHidden ? String(label.dropFirst()) : label, value: child.value)
        }
    }

    private var payload: [Part] {
        guard let caseName, let child = mirror.children.first else { return [] }
        let inner = Mirror(reflecting: child.value)
        let parts =
            inner.displayStyle == .tuple
            ? Self.fields(of: inner) : [Part(step: "0", label: caseName, value: child.value)]
        return parts.map { Part(step: "\(caseName):\($0.step)", label: $0.label, value: $0.value) }
    }

    /// The entries of a dictionary, whose own order is another one in each copy.
    private var entries: [Part] {
        mirror.children.prefix(Self.mostSorted).compactMap { child -> Part? in
            let pair = Array(Mirror(reflecting: child.value).children)
            guard pair.count == 2 else { return nil }
            let key = ReflectedValue(pair[0].value)
            return Part(
                step: key.text,
                label: key.text,
                value: pair[1].value,
                name: key.wholeText(limit: .max).text
            )
        }
        .sorted { $0.step < $1.step }
    }

    private var members: [Part] {
        mirror.children.prefix(Self.mostSorted).map { child in
            let text = ReflectedValue(child.value).text
            return Part(step: text, label: text, value: child.value)
        }
        .sorted { $0.step < $1.step }
    }

    /// The part to which a step leads.
    func part(at step: String) -> Part? {
        switch value {
        case JSON.array(let values):
            guard let index = Int(step), values.indices.contains(index) else { return nil }
            return Part(step: step, label: step, value: values[index])
        case is JSON: return value(at: step).map { Part(step: step, label: step, value: $0) }
        default: break
        }
        guard kind == .array else { return parts(count: count).first { $0.step == step } }
        guard step.hasPrefix("#"), let at = step.lastIndex(of: "@"),
            let hint = Int(step[step.index(after: at)...])
        else {
            return Int(step).flatMap { parts(from: $0, count: 1).first }
        }
        // Its place in the state in which it was found; it may be elsewhere by now.
        let id = step[..<at]
        let isIt: (Part) -> Bool = { $0.step.hasPrefix(id) && $0.step.dropFirst(id.count).first == "@" }
        if let part = parts(from: hint, count: 1).first, isIt(part) { return part }
        return parts(count: 20_000).first(where: isIt)
    }

    private func value(at name: String) -> JSON? { (value as? JSON)?[name] }
}

extension Identifiable {
    /// The identifier as text, unless it hides something.
    fileprivate var shownID: String { ReflectedValue(id).text }
}
