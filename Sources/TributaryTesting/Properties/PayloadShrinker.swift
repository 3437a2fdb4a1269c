// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TributaryLog

/// Makes the payloads of actions smaller, by the JSON in which they are coded.
enum PayloadShrinker {
    /// Actions with one value of the payload made smaller, the smallest first.
    ///
    /// A value that the action cannot have, such as half of a date's text, is left out, because it cannot be decoded.
    static func simpler<Action: Codable>(_ action: Action) -> [Action] {
        // In an array: older coders take no other value at the top.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let coded = try? encoder.encode([action]), let value = try? CodedValue(json: coded) else {
            return []
        }
        guard case .array(let values) = value, let payload = values.first else { return [] }
        return smaller(payload).compactMap { candidate in
            guard let json = try? CodedValue.array([candidate]).json(),
                let simpler = try? JSONDecoder().decode([Action].self, from: Data(json)),
                // An action may decode a value as a larger one.
                (try? encoder.encode(simpler)) != coded
            else { return nil }
            return simpler.first
        }
    }

    private static func smaller(_ value: CodedValue) -> [CodedValue] {
        switch value {
        case .null, .boolean: return []
        case .integer(let number): return parts(of: number).map { .integer($0) }
        case .number(let text):
            let whole = Double(text).map { $0.rounded(.towardZero) }.flatMap { Int(exactly: $0) }
            return (whole.map { $0 == 0 ? [0] : [0, $0] } ?? [0]).map { .integer($0) }
        case .string(let text): return parts(of: text.count).map { .string(String(text.prefix($0))) }
        case .array(let elements): return smaller(elements).map { .array($0) }
        case .object(let fields):
            return fields.sorted { $0.key < $1.key }.flatMap { name, field in
                smaller(field).map { field in .object(fields.merging([name: field]) { $1 }) }
            }
        }
    }

    private static func smaller(_ elements: [CodedValue]) -> [[CodedValue]] {
        func changing(_ change: (inout [CodedValue]) -> Void) -> [CodedValue] {
            var elements = elements
            change(&elements)
            return elements
        }
        let shorter = elements.indices.map { index in changing { $0.remove(at: index) } }
        let simpler = elements.indices.flatMap { index in
            smaller(elements[index]).map { element in changing { $0[index] = element } }
        }
        return (elements.count > 1 ? [[]] : []) + shorter + simpler
    }

    /// Zero, a half, three quarters, and so on: from the smallest part of a number to the one before it.
    private static func parts(of number: Int) -> [Int] {
        var parts: [Int] = []
        var rest = number
        while rest != 0 {
            parts.append(number - rest)
            rest /= 2
        }
        return parts
    }
}
