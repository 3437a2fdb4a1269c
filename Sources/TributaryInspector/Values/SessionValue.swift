// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore

/// Writes a whole value as JSON, for session files.
struct SessionValue {
    /// How many values are written at most, so that no state, however it refers to itself, is written without an end.
    private(set) var remaining: Int

    /// How many bytes of text are written at most.
    private var bytes = SessionFile.largest
    private var objects: Set<ObjectIdentifier> = []
    private var pauses = Pauses()

    init(limit: Int = 2_000_000) { remaining = limit }

    /// Whether something was left out because there was too much.
    var isExhausted: Bool { remaining <= 0 || bytes <= 0 }

    /// The form in which a value is written.
    private enum Shape {
        case leaf(JSON)
        case list(ReflectedValue)
        case fields(ReflectedValue)
        case object(ReflectedValue, ObjectIdentifier)

        /// A case with one value that has no name.
        case sole(name: String, Any)
        case payload(name: String, ReflectedValue)
    }

    mutating func json(of any: Any, depth: Int = 0) -> JSON {
        switch shape(of: any, depth) {
        case .leaf(let json): return json
        case .list(let value):
            return .array(value.parts(count: value.count).map { json(of: $0.value, depth: depth + 1) })
        case .fields(let value): return fields(value, depth)
        case .object(let value, let identity):
            defer { objects.remove(identity) }
            return fields(value, depth)
        case .sole(let name, let value): return [name: json(of: value, depth: depth + 1)]
        case .payload(let name, let value): return [name: fields(value, depth)]
        }
    }

    /// Writes a value that may be large: it pauses, so that the store's actor does its own work between.
    nonisolated(nonsending) mutating func slowJSON(of any: Any, depth: Int = 0) async throws -> JSON {
        try await pauses.pause()
        switch shape(of: any, depth) {
        case .leaf(let json): return json
        case .list(let value):
            var written: [JSON] = []
            while written.count < value.count, !isExhausted {
                for part in value.parts(from: written.count, count: 512) {
                    written.append(try await slowJSON(of: part.value, depth: depth + 1))
                }
            }
            return .array(written)
        case .fields(let value): return try await slowFields(value, depth)
        case .object(let value, let identity):
            defer { objects.remove(identity) }
            return try await slowFields(value, depth)
        case .sole(let name, let value): return [name: try await slowJSON(of: value, depth: depth + 1)]
        case .payload(let name, let value): return [name: try await slowFields(value, depth)]
        }
    }

    private mutating func shape(of any: Any, _ depth: Int) -> Shape {
        // A value that was read from a file is written as it was.
        if let json = any as? JSON { return .leaf(json) }
        let value = ReflectedValue(any)
        remaining -= 1
        guard !isExhausted, depth < 64 else { return .leaf("…") }
        switch value.kind {
        case .secret, .cut, .function: return .leaf(.string(value.text))
        case .nil: return .leaf(.null)
        case .boolean:
            return .leaf(.boolean(value.value as? Bool ?? (value.value as? JSON)?.boolean ?? false))
        case .number: return .leaf(number(value.value))
        case .text:
            let text = value.wholeText(limit: .max).text
            bytes -= text.utf8.count
            return .leaf(isExhausted ? "…" : .string(text))
        case .object:
            let identity = ObjectIdentifier(value.value as AnyObject)
            guard objects.insert(identity).inserted else { return .leaf("↺ \(value.text)") }
            return .object(value, identity)
        case .dictionary, .set:
            // Their parts are put in order, all at once.
            guard value.count <= ReflectedValue.mostSorted else {
                remaining = 0
                return .leaf("…")
            }
            return value.kind == .set ? .list(value) : .fields(value)
        case .array: return .list(value)
        case .enum:
            let name = value.caseName ?? ""
            guard value.count > 0 else { return .leaf(.string(name)) }
            let parts = value.parts(count: 2)
            guard parts.count == 1, parts[0].label == name else {
                return .payload(name: Self.escaped(name), value)
            }
            return .sole(name: name, parts[0].value)
        case .struct where !(value.value is JSON) && value.count == 0: return .leaf(.string(value.text))
        default: return .fields(value)
        }
    }

    private mutating func fields(_ value: ReflectedValue, _ depth: Int) -> JSON {
        let fields = value.parts(count: value.count)
            .map { JSON.Fields.Field(name: Self.name(of: $0), value: json(of: $0.value, depth: depth + 1)) }
        return .object(JSON.Fields(list: fields))
    }

    private nonisolated(nonsending) mutating func slowFields(_ value: ReflectedValue, _ depth: Int)
        async throws
        -> JSON
    {
        var fields: [JSON.Fields.Field] = []
        for part in value.parts(count: value.count) {
            let json = try await slowJSON(of: part.value, depth: depth + 1)
            fields.append(JSON.Fields.Field(name: Self.name(of: part), value: json))
        }
        return .object(JSON.Fields(list: fields))
    }

    private static func name(of part: ReflectedValue.Part) -> String { escaped(part.name ?? part.label) }

    /// A name that the reader of session files does not take for one of its own.
    static func escaped(_ name: String) -> String { name == "$jsan" ? "$jsan_" : name }

    private func number(_ value: Any) -> JSON {
        switch value {
        case let value as any BinaryInteger:
            // A number that JavaScript would round is written as text.
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
