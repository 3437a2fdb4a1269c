// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension EnumCase {
    /// What a path to the case leads to.
    var valueType: String {
        switch payloads.count {
        case 0: "Swift.Void"
        case 1: payloads[0].type
        default: "(" + payloads.map { $0.labelPrefix + $0.type }.joined(separator: ", ") + ")"
        }
    }

    /// Makes the enum from the value `$0`. The closure's type tells whose case it is.
    var embedding: String {
        switch payloads.count {
        case 0: ".\(name)"
        case 1: ".\(name)(\(payloads[0].labelPrefix)$0)"
        default: ".\(name)(\(payloadList { "$0.\($0)" }))"
        }
    }

    /// Matches the case and binds its payloads. Labels are said, as they are part of the name of a case.
    var pattern: String {
        switch payloads.count {
        case 0: ".\(name)"
        default: ".\(name)(\(payloadList { "let \(boundName($0))" }))"
        }
    }

    /// The value, made of what the pattern bound.
    var extracted: String {
        payloads.count == 1 ? boundName(0) : "(\(payloadList(boundName)))"
    }

    private func boundName(_ index: Int) -> String {
        payloads.count == 1 ? "value" : "value\(index)"
    }

    private func payloadList(_ value: (Int) -> String) -> String {
        payloads.indices.map { payloads[$0].labelPrefix + value($0) }.joined(separator: ", ")
    }
}

extension EnumPayload {
    /// The label as it stands before a value or a type, or nothing.
    fileprivate var labelPrefix: String { label.map { $0 + ": " } ?? "" }
}
