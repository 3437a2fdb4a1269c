// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension EnumCase {
    /// The type of the value that a path to the case extracts.
    var valueType: String {
        switch payloads.count {
        case 0: "Swift.Void"
        case 1: payloads[0].type
        default: "(" + payloads.map { $0.labelPrefix + $0.type }.joined(separator: ", ") + ")"
        }
    }

    /// Makes the enum from a value: the case itself, as a function.
    ///
    /// A closure would do the same, but the compiler warns if the payload has no values, such as an empty enum.
    func embedding(enumName: String) -> String {
        if payloads.isEmpty { return "{ .\(name) }" }
        // The compiler takes these two for the metatype and an initializer, backticks or not.
        if ["self", "init"].contains(plainName) { return "{ .\(name)(\(callArguments)) }" }
        return "\(enumName).\(name)(\(payloads.map { ($0.label ?? "_") + ":" }.joined()))"
    }

    /// Matches the case and binds its payloads.
    ///
    /// It includes the labels, because they are part of the name of a case.
    var pattern: String {
        switch payloads.count {
        case 0: ".\(name)"
        default: ".\(name)(\(payloadList { "let \(boundName($0))" }))"
        }
    }

    /// Matches the case, whatever its one payload is.
    var placeholder: String { ".\(name)(\(payloadList { _ in "_" }))" }

    /// The value, made from the pattern's bindings.
    var extracted: String {
        payloads.count == 1 ? boundName(0) : "(\(payloadList(boundName)))"
    }

    private var callArguments: String {
        payloads.count == 1 ? payloads[0].labelPrefix + "$0" : payloadList { "$0.\($0)" }
    }

    private func boundName(_ index: Int) -> String {
        payloads.count == 1 ? "value" : "value\(index)"
    }

    private func payloadList(_ value: (Int) -> String) -> String {
        payloads.indices.map { payloads[$0].labelPrefix + value($0) }.joined(separator: ", ")
    }
}

extension EnumPayload {
    /// The label with a colon, as before a value or a type; empty if there is none.
    fileprivate var labelPrefix: String { label.map { $0 + ": " } ?? "" }
}
