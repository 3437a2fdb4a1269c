// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A property or a case of a state with its name.
struct FormField: Sendable {
    var name: String

    /// The property, or the name of the case.
    var path: any AnyKeyPath & Sendable

    let type: Any.Type

    /// The same type, if its values can be coded.
    var coded: (any CodedValue.Type)?

    /// Whether its values are not shown.
    var isSecret = false
}

typealias CodedValue = Codable & Equatable & Sendable

/// The place of a state in a whole one, whose fields the state's fields become.
struct FormPart<Whole, Root> {
    /// The name of the place, with a period; empty for the whole state.
    let prefix: String

    let isSecret: Bool
    let property: WritableKeyPath<Whole, Root>

    /// The beginning of the names of cases.
    ///
    /// It has the components that a literal has, because changes with equal key paths have to be equal.
    let state: KeyPath<StatePath<Whole, Whole>, StatePath<Whole, Root>>

    /// The types of the states around it.
    ///
    /// A computed property may have one of these types: its fields are not looked into again.
    let outer: [ObjectIdentifier]

    /// The fields of the state and of its parts, unless a state around it has the same type.
    func fields() -> [FormField] where Root: FormState {
        guard !outer.contains(ObjectIdentifier(Root.self)) else { return [] }
        var members = FormFields<Root>()
        Root.addFormFields(to: &members)
        return members.fields.flatMap { fields(of: $0, with: $0.type) }
    }

    /// A field of the state, and the fields of its value.
    private func fields<Value>(of member: FormField, with type: Value.Type) -> [FormField] {
        var field = member
        field.name = prefix + member.name
        field.isSecret = isSecret || member.isSecret
        // A secret can be coded if its type has an empty value for decoding.
        if field.isSecret, !(type is any SecretValue.Type) { field.coded = nil }
        guard let next = member.path as? WritableKeyPath<Root, Value> else {
            if let type = Root.self as? any CasePathable.Type,
                let path = path(of: member.path, type, Value.self)
            {
                field.path = sendable(path)
            }
            return [field]
        }
        field.path = sendable(property.appending(path: next))
        guard let form = type as? any FormState.Type else { return [field] }
        func fieldsOfValue<Form: FormState>(_: Form.Type) -> [FormField] {
            guard let next = next as? WritableKeyPath<Root, Form> else { return [] }
            return FormPart<Whole, Form>(
                prefix: field.name + ".",
                isSecret: field.isSecret,
                property: property.appending(path: next),
                state: state.appending(path: \StatePath<Whole, Root>[dynamicMember: next]),
                outer: outer + [ObjectIdentifier(Root.self)]
            )
            .fields()
        }
        return [field] + fieldsOfValue(form)
    }

    /// The name of a case in the whole state.
    private func path<Enum: CasePathable, Payload>(
        of name: any AnyKeyPath & Sendable,
        _: Enum.Type,
        _: Payload.Type
    ) -> AnyKeyPath? {
        guard let name = name as? CaseKeyPath<Enum, Payload> else { return nil }
        return (state as AnyKeyPath).appending(path: \StatePath<Whole, Enum>[dynamicMember: name])
    }
}

/// A key path that was made of others that are `Sendable`.
private func sendable(_ path: AnyKeyPath) -> any AnyKeyPath & Sendable {
    // A key path is immutable, and contains only values of its parts, which may be sent. Both types are a reference to it, because
    // `Sendable` has no requirements.
    unsafeBitCast(path, to: (any AnyKeyPath & Sendable).self)
}
