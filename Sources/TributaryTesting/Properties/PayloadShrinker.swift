// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Makes the payloads of actions smaller, by the JSON in which they are coded.
enum PayloadShrinker {
    /// Actions with one value of the payload made smaller, the smallest first.
    ///
    /// A value that the action cannot have, such as half of a date's text, is left out, because it cannot be decoded.
    static func simpler<Action: Codable>(_ action: Action) -> [Action] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let coded = try? encoder.encode([action]),
            let values = try? JSONSerialization.jsonObject(with: coded) as? [Any], let value = values.first
        else { return [] }
        return smaller(value).compactMap { candidate in
            guard let data = try? JSONSerialization.data(withJSONObject: [candidate]),
                let simpler = try? JSONDecoder().decode([Action].self, from: data),
                // An action may decode a value as a larger one.
                (try? encoder.encode(simpler)) != coded
            else { return nil }
            return simpler.first
        }
    }

    private static func smaller(_ value: Any) -> [Any] {
        switch value {
        case let fields as [String: Any]:
            return fields.keys.sorted().flatMap { key in
                smaller(fields[key] ?? NSNull()).map { field in
                    var fields = fields
                    fields[key] = field
                    return fields as Any
                }
            }
        case let elements as [Any]: return smaller(elements)
        case let text as String: return parts(of: text.count).map { String(text.prefix($0)) }
        case let number as Int: return parts(of: number)
        case let number as Double where number != 0:
            return [0] + (number == number.rounded(.towardZero) ? [] : [number.rounded(.towardZero)])
        default: return []
        }
    }

    private static func smaller(_ elements: [Any]) -> [Any] {
        let shorter: [[Any]] = elements.indices.map { index in
            var elements = elements
            elements.remove(at: index)
            return elements
        }
        let simpler: [[Any]] = elements.indices.flatMap { index in
            smaller(elements[index]).map { element in
                var elements = elements
                elements[index] = element
                return elements
            }
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
