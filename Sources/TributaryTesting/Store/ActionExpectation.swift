// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore

/// The action that a test expects to receive.
struct ActionExpectation<Action> {
    /// The action as failures name it.
    let description: String
    let matches: (Action) -> Bool

    /// The difference of an action of the expected case that does not match, as text; `nil` for another case, or if
    /// none can be shown.
    let difference: (Action) -> String?

    static func value(_ expected: Action) -> ActionExpectation where Action: Equatable {
        ActionExpectation(
            description: String(customDumping: expected),
            matches: { $0 == expected },
            difference: { action in
                caseNames(of: action) == caseNames(of: expected)
                    ? diff(expected, action, format: .proportional) : nil
            }
        )
    }

    static func predicate(_ isExpected: @escaping (Action) -> Bool) -> ActionExpectation {
        ActionExpectation(
            description: "one that the predicate accepts",
            matches: isExpected,
            difference: { _ in nil }
        )
    }

    static func path<Value>(_ path: CasePath<Action, Value>) -> ActionExpectation {
        ActionExpectation(
            description: path.name.map { "\\.\($0)" }
                ?? "a case of \(typeName(Action.self)) that holds \(typeName(Value.self))",
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

/// The names of the nested cases of an enum, as deep as its payloads are enums, too.
private func caseNames(of value: Any) -> [String] {
    var names: [String] = []
    var mirror = Mirror(reflecting: value)
    var rest = value
    while mirror.displayStyle == .enum {
        guard let payload = mirror.children.first else { return names + ["\(rest)"] }
        names.append(payload.label ?? "")
        rest = payload.value
        mirror = Mirror(reflecting: rest)
    }
    return names
}
