// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A property or a case with its name.
protocol FormField<Root>: Sendable {
    associatedtype Root
    associatedtype Value

    var name: String { get }

    /// Whether its values are not shown.
    var isSecret: Bool { get }

    /// The property, or the name of the case, as a change holds it.
    var path: any AnyKeyPath & Sendable { get }

    /// `nil` if the values cannot be coded.
    var coder: (any FormCoder<Value>)? { get }

    /// Makes a change from values that were decoded.
    func change(_ coder: any FormCoder<Value>, _ values: FormChange<Value>) -> any ChangeOfValue<Root>
        & Sendable

    /// The fields of the value. The types of the states around it are not looked into again.
    func fieldsInside(_ outer: [ObjectIdentifier]) -> [any FormField<Root>]

    /// The field as one of a state that has this one's in a property.
    func inside<Outer>(
        _ property: any WritableKeyPath<Outer, Root> & Sendable,
        of field: some FormField<Outer>
    ) -> any FormField<Outer>
}

struct PropertyField<Root, Value>: FormField {
    let name: String
    let isSecret: Bool
    let property: any WritableKeyPath<Root, Value> & Sendable
    let coder: (any FormCoder<Value>)?

    var path: any AnyKeyPath & Sendable { property }

    func change(_ coder: any FormCoder<Value>, _ values: FormChange<Value>) -> any ChangeOfValue<Root>
        & Sendable
    {
        coder.change(property, values)
    }

    func fieldsInside(_ outer: [ObjectIdentifier]) -> [any FormField<Root>] {
        func fields<Form: FormState>(of form: Form.Type) -> [any FormField<Root>] {
            let property: WritableKeyPath<Root, Value> = property
            guard let property = property as? WritableKeyPath<Root, Form> else { return [] }
            return form.allFields(within: outer).map { $0.inside(sendable(property), of: self) }
        }
        return (Value.self as? any FormState.Type).map { fields(of: $0) } ?? []
    }

    func inside<Outer>(
        _ outer: any WritableKeyPath<Outer, Root> & Sendable,
        of field: some FormField<Outer>
    ) -> any FormField<Outer> {
        let outer: WritableKeyPath<Outer, Root> = outer
        let isSecret = field.isSecret || isSecret
        return PropertyField<Outer, Value>(
            name: "\(field.name).\(name)",
            isSecret: isSecret,
            property: sendable(outer.appending(path: property as WritableKeyPath<Root, Value>)),
            coder: codable(coder, isSecret: isSecret)
        )
    }
}

/// A case of an enum, which is the state or in a property of it.
struct CaseField<Root, Value>: FormField {
    let name: String
    let isSecret: Bool
    let state: any StateCaseKeyPath<Root, Value> & Sendable
    let place: any CasePlace<Root, Value>
    let coder: (any FormCoder<Value>)?

    var path: any AnyKeyPath & Sendable { state }

    func change(
        _ coder: any FormCoder<Value>,
        _ values: FormChange<Value>
    ) -> any ChangeOfValue<Root> & Sendable {
        coder.change(case: state, values)
    }

    func fieldsInside(_: [ObjectIdentifier]) -> [any FormField<Root>] { [] }

    func inside<Outer>(
        _ property: any WritableKeyPath<Outer, Root> & Sendable,
        of field: some FormField<Outer>
    ) -> any FormField<Outer> {
        let isSecret = field.isSecret || isSecret
        let first: WritableKeyPath<Outer, Root> = property
        return CaseField<Outer, Value>(
            name: "\(field.name).\(name)",
            isSecret: isSecret,
            state: sendable(place.path(after: \StatePath<Outer, Outer>[dynamicMember: first])),
            place: CaseOfProperty(property: property, place: place),
            coder: codable(coder, isSecret: isSecret)
        )
    }
}

extension CaseField where Root: CasePathable {
    init(name: String, case path: any CaseKeyPath<Root, Value> & Sendable, coder: (any FormCoder<Value>)?) {
        let caseOfState: CaseKeyPath<Root, Value> = path
        self.init(
            name: name,
            isSecret: false,
            state: sendable(\StatePath<Root, Root>[dynamicMember: caseOfState]),
            place: CaseOfEnum(name: path),
            coder: coder
        )
    }
}

/// Where a case is in a state: the key path to it has the components that a literal has, so that the two are equal.
protocol CasePlace<Root, Value>: Sendable {
    associatedtype Root
    associatedtype Value

    func path<Whole>(
        after path: KeyPath<StatePath<Whole, Whole>, StatePath<Whole, Root>>
    ) -> StateCaseKeyPath<Whole, Value>
}

private struct CaseOfEnum<Root: CasePathable, Value>: CasePlace {
    let name: any CaseKeyPath<Root, Value> & Sendable

    func path<Whole>(
        after path: KeyPath<StatePath<Whole, Whole>, StatePath<Whole, Root>>
    ) -> StateCaseKeyPath<Whole, Value> {
        let name: CaseKeyPath<Root, Value> = name
        return path.appending(path: \StatePath<Whole, Root>[dynamicMember: name])
    }
}

private struct CaseOfProperty<Root, Part, Value>: CasePlace {
    let property: any WritableKeyPath<Root, Part> & Sendable
    let place: any CasePlace<Part, Value>

    func path<Whole>(
        after path: KeyPath<StatePath<Whole, Whole>, StatePath<Whole, Root>>
    ) -> StateCaseKeyPath<Whole, Value> {
        let property: WritableKeyPath<Root, Part> = property
        return place.path(after: path.appending(path: \StatePath<Whole, Root>[dynamicMember: property]))
    }
}

/// A secret can be coded if its type has an empty value for decoding.
private func codable<Value>(_ coder: (any FormCoder<Value>)?, isSecret: Bool) -> (any FormCoder<Value>)? {
    isSecret && !(Value.self is any SecretValue.Type) ? nil : coder
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
