// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The printed name of a changed field.
struct ShownField {
    /// The name, as `\.name`; without one, the key path as far as the platform can print it.
    let text: String

    /// Whether the values are not shown.
    let isSecret: Bool

    init(_ path: any AnyKeyPath & Sendable, in root: Any.Type) {
        func named<Form: FormState>(_: Form.Type) -> (String, Bool)? {
            FormTable<Form>.shared.field(at: path).map { ("\\.\($0.name)", $0.isSecret) }
        }
        if let form = root as? any FormState.Type, let named = named(form) {
            (text, isSecret) = named
        } else {
            let description = String(describing: path as AnyKeyPath)
            // A computed component, such as a case, has an address as its name, which differs between runs.
            text = description.contains("<") ? "\\\(root).…" : description
            isSecret = false
        }
    }

    func description(_ newValue: Any) -> String { "\(text) = \(String(reflecting: shown(newValue)))" }

    func mirror(_ change: Any, from oldValue: Any, to newValue: Any) -> Mirror {
        Mirror(
            change,
            children: ["field": text, "from": shown(oldValue), "to": shown(newValue)],
            displayStyle: .struct
        )
    }

    private func shown(_ value: Any) -> Any { isSecret ? Secret(wrappedValue: value) : value }
}

extension PropertyChange: CustomStringConvertible, CustomReflectable {
    /// The field and its new value: `\.name = "Blob"`, `\.screen.detail = 5`.
    public var description: String { ShownField(path, in: Root.self).description(newValue) }

    /// The field and both values.
    public var customMirror: Mirror {
        ShownField(path, in: Root.self).mirror(self, from: oldValue, to: newValue)
    }
}

extension StateChange: CustomStringConvertible, CustomReflectable {
    /// The field and its new value: `\.name = "Blob"`.
    public var description: String { change.description }

    /// The field and both values.
    public var customMirror: Mirror {
        ShownField(change.path, in: Root.self).mirror(self, from: change.oldValue, to: change.newValue)
    }
}
