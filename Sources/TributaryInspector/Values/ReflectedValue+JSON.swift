// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

extension ReflectedValue {
    /// The value as the page shows it, with so many levels of its parts.
    func node(step: String, label: String, depth: Int, from first: Int = 0, count limit: Int = 100) -> JSON {
        var node: JSON = [
            "step": .string(step), "label": .string(label), "kind": .string(kind.rawValue),
            "type": .string(value is JSON ? "JSON" : Self.cut("\(mirror.subjectType)", to: 120)),
            "text": .string(text), "count": .integer(count),
        ]
        guard depth > 0, count > 0 else { return node }
        node["from"] = .integer(first)
        node["children"] = .array(
            parts(from: first, count: limit).map {
                ReflectedValue($0.value).node(step: $0.step, label: $0.label, depth: depth - 1)
            }
        )
        return node
    }

    /// The value at the end of a path; `nil` if the path leads nowhere.
    static func find(_ path: [String], in value: Any) -> Found? {
        var found = Found(step: "", label: "", value: ReflectedValue(value))
        var objects: Set<ObjectIdentifier> = []
        for step in path {
            if found.value.kind == .object,
                !objects.insert(ObjectIdentifier(found.value.value as AnyObject)).inserted
            {
                found.isWithinItself = true
                return found
            }
            guard let part = found.value.part(at: step) else { return nil }
            found = Found(step: part.step, label: part.label, value: ReflectedValue(part.value))
        }
        return found
    }

    /// A value that a path led to.
    struct Found {
        let step: String
        let label: String
        let value: ReflectedValue

        /// Whether the path came by the same object twice.
        var isWithinItself = false

        func node(depth: Int, from: Int = 0, count: Int = 100) -> JSON {
            guard !isWithinItself else {
                return [
                    "step": .string(step), "label": .string(label), "kind": "cut",
                    "type": .string("\(value.mirror.subjectType)"),
                    "text": "contains itself", "count": 0,
                ]
            }
            return value.node(step: step, label: label, depth: depth, from: from, count: count)
        }
    }
}

/// Writes a whole value as JSON, for session files.
struct SessionValue {
    /// How many values are written at most, so that no state, however it refers to itself, is written without an end.
    private(set) var remaining: Int
    private var objects: Set<ObjectIdentifier> = []

    init(limit: Int = 2_000_000) { remaining = limit }

    /// Whether something was left out because there was too much.
    var isExhausted: Bool { remaining <= 0 }

    mutating func json(of any: Any, depth: Int = 0) -> JSON {
        // What was read is written as it was.
        if let json = any as? JSON { return json }
        let value = ReflectedValue(any)
        remaining -= 1
        guard remaining > 0, depth < 64 else { return "…" }
        switch value.kind {
        case .secret, .cut, .function: return .string(value.text)
        case .nil: return .null
        case .boolean: return .boolean(value.value as? Bool ?? (value.value as? JSON)?.boolean ?? false)
        case .number: return number(value.value)
        case .text: return .string(value.wholeText(limit: .max).text)
        case .object:
            let identity = ObjectIdentifier(value.value as AnyObject)
            guard objects.insert(identity).inserted else { return "↺ \(value.text)" }
            defer { objects.remove(identity) }
            return fields(value, depth)
        case .array, .set:
            return .array(value.parts(count: value.count).map { json(of: $0.value, depth: depth + 1) })
        case .enum: return enumCase(value, depth)
        case .struct where !(value.value is JSON) && value.count == 0: return .string(value.text)
        default: return fields(value, depth)
        }
    }

    private mutating func enumCase(_ value: ReflectedValue, _ depth: Int) -> JSON {
        let name = value.caseName ?? ""
        guard value.count > 0 else { return .string(name) }
        let parts = value.parts(count: value.count)
        if parts.count == 1, parts[0].label == name {
            return [name: json(of: parts[0].value, depth: depth + 1)]
        }
        return [Self.escaped(name): object(parts, depth)]
    }

    private mutating func fields(_ value: ReflectedValue, _ depth: Int) -> JSON {
        object(value.parts(count: value.count), depth)
    }

    private mutating func object(_ parts: [ReflectedValue.Part], _ depth: Int) -> JSON {
        .object(
            JSON.Fields(
                list: parts.map {
                    JSON.Fields.Field(
                        name: Self.escaped($0.name ?? $0.label),
                        value: json(of: $0.value, depth: depth + 1)
                    )
                }
            )
        )
    }

    /// A name that the reader of session files does not take for one of its own.
    static func escaped(_ name: String) -> String { name == "$jsan" ? "$jsan_" : name }

    private func number(_ value: Any) -> JSON {
        switch value {
        case let value as any BinaryInteger:
            // What JavaScript would round is text.
            guard let exact = Int(exactly: value), abs(exact) <= 1 << 53 else { return .string("\(value)") }
            return .integer(exact)
        case let value as any BinaryFloatingPoint:
            let number = Double(value)
            if number.isNaN { return ["$jsan": "n"] }
            if number.isInfinite { return ["$jsan": .string(number > 0 ? "i" : "y")] }
            return .number(number)
        case let value as JSON: return value
        default: return .string("\(value)")
        }
    }
}
