// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// A state whose properties have names, so that changes of them are printed, coded and decoded by name.
///
/// `@FormState` writes it. By hand:
/// ```swift
/// extension Settings.State: FormState {
///     static func addFormFields(to fields: inout FormFields<Self>) {
///         fields.add("stepCount", \.stepCount)
///         fields.add("address", \.address)
///         fields.add(secret: "password", \.password)
///     }
/// }
/// ```
/// Then a `StateChange`, `PropertyChange` or `CaseChange` of the state prints as `\.stepCount = 5`, and is `Codable` where
/// the values are: `{"field":"stepCount","from":10,"to":5}`. So a form's action can be written to a journal and replayed.
/// Decoded, it equals the one that was coded.
///
/// Where the value of a property is a `FormState`, too, its fields have names here: `address.street`. What has no name
/// cannot be coded, and prints as its key path: a part of an optional, a row of a collection, a value of a dictionary.
/// Change the whole property, or give the part actions of its own, as `ifLet` and `forEach` have them.
///
/// A name belongs to what is stored. To keep it when the property is renamed, write the conformance by hand, or let
/// the action's `coding` rename the field.
public protocol FormState {
    /// Names the properties and cases.
    ///
    /// It is called once for each type, when a change of one is first printed or coded.
    ///
    /// - Parameter fields: Takes the names.
    static func addFormFields(to fields: inout FormFields<Self>)
}

/// The names of the properties and cases of a state.
///
/// Each name is given once; a second property of the same name is a diagnostic, and has none.
public struct FormFields<Root>: Sendable {
    var fields: [any FormField<Root>] = []

    /// Names a property, whose changes are printed by name.
    ///
    /// A change of it cannot be coded, unless the other method is chosen, as its value is `Codable`.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - property: The property.
    public mutating func add<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) {
        fields.append(PropertyField(name: name, isSecret: false, property: property, coder: nil))
    }

    /// Names a property, whose changes are printed and coded by name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - property: The property.
    public mutating func add<Value: Codable & Equatable & Sendable>(
        _ name: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) {
        let coder = FormValueCoder<Value>()
        fields.append(PropertyField(name: name, isSecret: false, property: property, coder: coder))
    }

    /// Names a property with a secret value, which is neither printed nor coded.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - property: The property, which is declared with `@Secret`.
    public mutating func add<Value>(
        secret name: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) {
        fields.append(PropertyField(name: name, isSecret: true, property: property, coder: nil))
    }

    /// Names a property with a secret value, which is not printed, and coded as three dots.
    ///
    /// A change of it is decoded as one from and to the value that stands for nothing, as a `Secret` is.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - property: The property, which is declared with `@Secret`.
    public mutating func add<Value: Codable & Equatable & Sendable & SecretValue>(
        secret name: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) {
        let coder = FormValueCoder<Value>()
        fields.append(PropertyField(name: name, isSecret: true, property: property, coder: coder))
    }
}

extension FormFields where Root: CasePathable {
    /// Names a case, whose changes are printed by name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: The case.
    public mutating func add<Payload>(
        case name: String,
        _ path: any CaseKeyPath<Root, Payload> & Sendable
    ) {
        fields.append(CaseField(name: name, case: path, coder: nil))
    }

    /// Names a case, whose changes are printed and coded by name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - path: The case.
    public mutating func add<Payload: Codable & Equatable & Sendable>(
        case name: String,
        _ path: any CaseKeyPath<Root, Payload> & Sendable
    ) {
        fields.append(CaseField(name: name, case: path, coder: FormValueCoder<Payload>()))
    }
}
