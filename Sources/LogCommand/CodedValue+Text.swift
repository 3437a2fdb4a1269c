// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TributaryCore
import TributaryJournal

extension CodedValue {
    /// As JSON in one line, names in the order of the alphabet.
    var json: String {
        (try? json()).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    /// The case and its only payload, if a value looks like one of an enum.
    private var asCase: (name: String, fields: [String: CodedValue])? {
        guard case .object(let cases) = self, cases.count == 1, let (name, payload) = cases.first,
            case .object(let fields) = payload
        else { return nil }
        return (name, fields)
    }

    /// The names of a case and of those in it: `news.opened`.
    var caseName: String {
        guard let (name, fields) = asCase else { return "" }
        guard fields.count == 1, let inner = fields["_0"], inner.asCase != nil else { return name }
        return "\(name).\(inner.caseName)"
    }

    /// The case as it would stand in code.
    var caseText: String {
        guard let (name, fields) = asCase else { return json.harmless }
        guard !fields.isEmpty else { return name.harmless }
        if fields.count == 1, let inner = fields["_0"], inner.asCase != nil {
            return "\(name.harmless).\(inner.caseText)"
        }
        // Payloads without a label are `_0`, `_1`, and so on, in their order.
        let arguments = fields.sorted { $0.key < $1.key }.map { label, value in
            label.hasPrefix("_") ? value.json.harmless : "\(label.harmless): \(value.json.harmless)"
        }
        return "\(name.harmless)(\(arguments.joined(separator: ", ")))"
    }
}
