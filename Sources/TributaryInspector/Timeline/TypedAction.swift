// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Actions as text: JSON as the action's `Codable` reads it, or a short form such as `rows.add(5)`.
enum TypedAction<Action> {
    /// Why no text can become an action; `nil` if it can.
    static var obstacle: String? {
        guard !(Action.self is any Decodable.Type) else { return nil }
        return """
            \(Action.self) cannot be read from text. Declare it Codable, as in “extension \(Action.self): Codable {}”; the \
            compiler writes the rest if what its cases hold is Codable.
            """
    }

    /// The text of an action, to edit and send again; `nil` if it contains a secret, which would be lost, or written by an `encode`
    /// of the program's own.
    static func text(of action: Action) -> String? {
        guard obstacle == nil, let encodable = action as? any Encodable,
            !ReflectedValue(action).hidesSomething(among: 4_096)
        else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(encodable)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The action that a text means.
    static func action(_ text: String) throws(InspectorFault) -> Action {
        if let obstacle { throw InspectorFault(obstacle) }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw InspectorFault("There is nothing to send.") }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: text.utf8)
        } catch {
            guard let short = ShortAction(text) else {
                throw InspectorFault(
                    "This is neither JSON nor a case such as “rows.add(5)”: \(error.reason)."
                )
            }
            json = short.json
        }
        return try decode(json)
    }

    private static func decode(_ json: JSON) throws(InspectorFault) -> Action {
        guard let type = Action.self as? any Decodable.Type else { throw InspectorFault(obstacle ?? "") }
        do {
            // Only a value of this very type.
            guard let action = try JSONDecoder().decode(type, from: Data(json.text.utf8)) as? Action else {
                throw InspectorFault("\(Action.self) was expected.")
            }
            return action
        } catch {
            throw InspectorFault("This is no \(Action.self): \(decodingText(error)).")
        }
    }
}

/// A decoding error in one line, with the way to the field.
func decodingText(_ error: any Error) -> String {
    let (context, what): (DecodingError.Context, String)
    switch error {
    case DecodingError.keyNotFound(let key, let found):
        (context, what) = (found, "“\(key.stringValue)” is missing")
    case DecodingError.typeMismatch(let type, let found): (context, what) = (found, "\(type) was expected")
    case DecodingError.valueNotFound(let type, let found): (context, what) = (found, "\(type) is missing")
    case DecodingError.dataCorrupted(let found): (context, what) = (found, found.debugDescription)
    default: return "\(error)"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? what : "\(what) at \(path)"
}

/// An action as it is written in Swift, without types: `counter.add(by: 5)`.
private struct ShortAction {
    private var names: [Substring] = []
    private var arguments: [(label: String, value: JSON)] = []

    init?(_ text: String) {
        let open = text.firstIndex(of: "(") ?? text.endIndex
        names = text[..<open].split(separator: ".", omittingEmptySubsequences: true)
        let isName: (Substring) -> Bool = { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
        guard !names.isEmpty, names.allSatisfy(isName) else { return nil }
        guard open < text.endIndex else { return }
        guard text.hasSuffix(")") else { return nil }
        let inner = text[text.index(after: open)...].dropLast()
        for (index, part) in Self.split(inner).enumerated() {
            var (label, value) = ("_\(index)", part)
            if let colon = part.firstIndex(of: ":"), isName(part[..<colon]) {
                (label, value) = (String(part[..<colon]), part[part.index(after: colon)...])
            }
            guard let json = try? JSON(parsing: value.utf8) else { return nil }
            arguments.append((label, json))
        }
    }

    /// The parts between commas that are in no brackets and no text.
    private static func split(_ text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var (start, depth, isInText, isEscaped) = (text.startIndex, 0, false, false)
        for index in text.indices {
            let character = text[index]
            defer { isEscaped = character == "\\" && !isEscaped }
            if character == "\"", !isEscaped { isInText.toggle() }
            guard !isInText else { continue }
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            guard character == ",", depth == 0 else { continue }
            parts.append(text[start..<index])
            start = text.index(after: index)
        }
        let last = text[start...]
        if last.contains(where: { !$0.isWhitespace }) { parts.append(last) }
        return parts.map { part in
            let trimmed = part.drop { $0.isWhitespace }
            return trimmed[
                ..<(trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:)) ?? trimmed.endIndex)
            ]
        }
    }

    /// As the compiler's `Codable` writes an enum.
    var json: JSON {
        var payload = JSON.object(
            JSON.Fields(list: arguments.map { JSON.Fields.Field(name: $0.label, value: $0.value) })
        )
        for (index, name) in names.reversed().enumerated() {
            let whole: JSON = .object(
                JSON.Fields(list: [JSON.Fields.Field(name: String(name), value: payload)])
            )
            payload = index == names.count - 1 ? whole : ["_0": whole]
        }
        return payload
    }
}
