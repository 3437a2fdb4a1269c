// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A property or a case of a state with its name.
struct FormField<Root>: Sendable {
    let name: String

    /// Whether its values are not shown.
    let isSecret: Bool

    /// The property, or the name of the case, as a change holds it.
    let path: any AnyKeyPath & Sendable

    let type: Any.Type

    /// Makes a change of the values in its code; `nil` if they cannot be coded.
    let decode: (@Sendable (KeyedDecodingContainer<FormKey>) throws -> any ChangeOfValue<Root> & Sendable)?
}

/// Takes the fields of a state: `FormFields` without the type of the whole state that they become fields of.
protocol FormSink<Root> {
    associatedtype Root

    /// Adds a field whose changes are printed.
    func add<Value>(_ name: String, isSecret: Bool, _ member: FormMember<Root, Value>)

    /// Adds a field whose changes are also coded.
    func add<Value: Codable & Equatable & Sendable>(
        coded name: String,
        isSecret: Bool,
        _ member: FormMember<Root, Value>
    )
}

/// A property or a case of a state.
enum FormMember<Root, Value> {
    case property(WritableKeyPath<Root, Value>)
    case payload(any CaseName<Root, Value>)
}

/// The name of a case of an enum.
protocol CaseName<Root, Value> {
    associatedtype Root
    associatedtype Value

    /// The case in a state that has the enum at a path.
    func path<Whole>(
        after path: KeyPath<StatePath<Whole, Whole>, StatePath<Whole, Root>>
    ) -> StateCaseKeyPath<Whole, Value>
}

struct NameOfCase<Root: CasePathable, Value>: CaseName {
    let name: CaseKeyPath<Root, Value>

    func path<Whole>(
        after path: KeyPath<StatePath<Whole, Whole>, StatePath<Whole, Root>>
    ) -> StateCaseKeyPath<Whole, Value> {
        path.appending(path: \StatePath<Whole, Root>[dynamicMember: name])
    }
}

/// The place of a state in a whole one, whose fields the state's fields become.
struct FormPart<Whole, Root>: FormSink {
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

    let append: (FormField<Whole>) -> Void

    func add<Value>(_ name: String, isSecret: Bool, _ member: FormMember<Root, Value>) {
        append(name, isSecret, member, place(of: member), decode: nil)
    }

    func add<Value: Codable & Equatable & Sendable>(
        coded name: String,
        isSecret: Bool,
        _ member: FormMember<Root, Value>
    ) {
        let isHidden = self.isSecret || isSecret
        let withheld = (Value.self as? any SecretValue.Type)?.withheld as? Value
        // A secret can be coded if its type has an empty value for decoding.
        guard !isHidden || withheld != nil else { return add(name, isSecret: isSecret, member) }
        let place = place(of: member)
        append(name, isSecret, member, place) { container in
            if isHidden, let withheld { return PropertyChange(place, from: withheld, to: withheld) }
            let from = try container.decode(Value.self, forKey: .from)
            return PropertyChange(place, from: from, to: try container.decode(Value.self, forKey: .to))
        }
    }

    /// Adds a field, and the fields of its value.
    private func append<Value>(
        _ name: String,
        _ isSecret: Bool,
        _ member: FormMember<Root, Value>,
        _ place: ChangePlace<Whole, Value>,
        decode: (@Sendable (KeyedDecodingContainer<FormKey>) throws -> any ChangeOfValue<Whole> & Sendable)?
    ) {
        let (name, isSecret) = (prefix + name, self.isSecret || isSecret)
        append(FormField(name: name, isSecret: isSecret, path: place.path, type: Value.self, decode: decode))
        guard case .property(let next) = member, let type = Value.self as? any FormState.Type else { return }
        func addFields<Form: FormState>(of _: Form.Type) {
            guard let next = next as? WritableKeyPath<Root, Form> else { return }
            FormPart<Whole, Form>(
                prefix: name + ".",
                isSecret: isSecret,
                property: property.appending(path: next),
                state: state.appending(path: \StatePath<Whole, Root>[dynamicMember: next]),
                outer: outer + [ObjectIdentifier(Root.self)],
                append: append
            )
            .addFields()
        }
        addFields(of: type)
    }

    /// The place of a property or a case in the whole state.
    private func place<Value>(of member: FormMember<Root, Value>) -> ChangePlace<Whole, Value> {
        switch member {
        case .property(let next): .property(sendable(property.appending(path: next)))
        case .payload(let name): .payload(sendable(name.path(after: state)))
        }
    }
}

extension FormPart where Root: FormState {
    /// Adds the fields of the state, unless a state around it has the same type.
    func addFields() {
        guard !outer.contains(ObjectIdentifier(Root.self)) else { return }
        var fields = FormFields<Root>(sink: self)
        Root.addFormFields(to: &fields)
    }
}

/// A key path that was made of others that are `Sendable`.
private func sendable<Root, Value>(
    _ path: WritableKeyPath<Root, Value>
) -> any WritableKeyPath<Root, Value> & Sendable {
    // A key path is immutable, and contains only values of its parts, which may be sent. Both types are a reference to it, because
    // `Sendable` has no requirements.
    unsafeBitCast(path, to: (any WritableKeyPath<Root, Value> & Sendable).self)
}

/// A key path that was made of others that are `Sendable`; see above.
private func sendable<Root, Value>(_ path: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(path, to: (any KeyPath<Root, Value> & Sendable).self)
}
