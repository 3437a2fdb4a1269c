// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore

/// Which action a test expects to receive.
struct ActionExpectation<Action> {
    /// The action as failures name it.
    let description: String
    let matches: (Action) -> Bool

    /// The difference of an action that does not match, as text; `nil` when none can be shown.
    let difference: (Action) -> String?

    static func value(_ expected: Action) -> ActionExpectation where Action: Equatable {
        ActionExpectation(
            description: String(customDumping: expected),
            matches: { $0 == expected },
            difference: { diff(expected, $0, format: .proportional) }
        )
    }

    static func predicate(_ isExpected: @escaping (Action) -> Bool) -> ActionExpectation {
        ActionExpectation(
            description: "one that the predicate accepts",
            matches: isExpected,
            difference: { _ in nil }
        )
    }

    static func path<Value>(_ path: CasePath<Action, Value>, name: String) -> ActionExpectation {
        ActionExpectation(
            description: name,
            matches: { path.extract(from: $0) != nil },
            difference: { _ in nil }
        )
    }

    static func path<Value: Equatable>(
        _ path: CasePath<Action, Value>,
        payload: Value
    ) -> ActionExpectation {
        ActionExpectation(
            description: String(customDumping: path.embed(payload)),
            matches: { path.extract(from: $0) == payload },
            difference: { action in
                path.extract(from: action).flatMap { diff(payload, $0, format: .proportional) }
            }
        )
    }
}

/// The name of a case, as far as it can be told.
///
/// - Parameters:
///   - keyPath: The name of the case. Not every platform keeps the names of key paths.
///   - path: The path of the case: an action without payload can be made, and shown.
/// - Returns: The name as text.
func caseName<Action, Value>(_ keyPath: AnyKeyPath, _ path: CasePath<Action, Value>) -> String {
    if let nothing = () as? Value { return String(customDumping: path.embed(nothing)) }
    let name = "\(keyPath)".split(separator: ".").last.map(String.init) ?? ""
    guard name.contains(" ") || name.contains("<") else { return "\\.\(name)" }
    return "a case of \(Action.self) with a payload of type \(Value.self)"
}
