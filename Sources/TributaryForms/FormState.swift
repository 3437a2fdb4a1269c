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
/// Then a `StateChange` or `PropertyChange` of the state prints as `\.stepCount = 5`, and is `Codable` if the values
/// are: `{"field":"stepCount","from":10,"to":5}`. So a form's action can be written to a journal and replayed. A decoded change
/// equals the encoded one.
///
/// If the value of a property is a `FormState`, too, its fields have names here: `address.street`. A part of an optional, a row of
/// a collection, and a value of a dictionary have no names: they cannot be coded, and print as their key paths. Change the whole
/// property, or give the part actions of its own, as with `ifLet` and `forEach`.
///
/// Stored changes contain these names. To keep a name when you rename its property, write the conformance by hand, or rename the
/// field in the action's `coding`.
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
public struct FormFields<Root> {
    fileprivate(set) var fields: [FormField] = []

    /// Names a property, whose changes are printed by name.
    ///
    /// A change of it cannot be coded. For a `Codable` value, the compiler chooses the other method.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - property: The property.
    public mutating func add<Value>(
        _ name: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) {
        fields.append(FormField(name: name, path: property, type: Value.self))
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
        fields.append(FormField(name: name, path: property, type: Value.self, coded: Value.self))
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
        fields.append(FormField(name: name, path: property, type: Value.self, isSecret: true))
    }

    /// Names a property with a secret value, which is not printed, and is coded as three dots.
    ///
    /// A decoded change has the empty value as its old and its new value, as a `Secret` does.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - property: The property, which is declared with `@Secret`.
    public mutating func add<Value: Codable & Equatable & Sendable & SecretValue>(
        secret name: String,
        _ property: any WritableKeyPath<Root, Value> & Sendable
    ) {
        fields.append(
            FormField(name: name, path: property, type: Value.self, coded: Value.self, isSecret: true)
        )
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
        fields.append(FormField(name: name, path: path, type: Payload.self))
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
        fields.append(FormField(name: name, path: path, type: Payload.self, coded: Payload.self))
    }
}
