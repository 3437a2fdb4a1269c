// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Gives the properties of a state names, so that the changes of a form are printed, coded, and replayed by name.
///
/// ```swift
/// @FormState
/// struct State: Codable, Equatable, Sendable {
///     var name = ""
///     var address = Address()
///     @Secret var password = ""
/// }
///
/// @CasePathable
/// enum Action: BindableAction, Codable {
///     case change(StateChange<State>)
///     case save
/// }
/// ```
/// The action `.change(…)` of `\.name` prints as `.change(\.name = "Blob")`, and is coded as
/// `{"change":{"_0":{"field":"name","from":"","to":"Blob"}}}`.
///
/// It writes `addFormFields(to:)`, and the conformance to `FormState` unless the type declares it. These members have the
/// visibility of the type. They are nonisolated, whatever the default isolation of the module.
///
/// - A field is each `var` that can be set, stored or computed, under its own name. Properties inside `#if` are fields
///   inside the same `#if`.
/// - If the type of a property has `@FormState`, too, its fields have names: `address.street`.
/// - On an enum with case paths, each case with one value is a field: a change of `\.screen.detail`.
/// - The values of a property with `@Secret` are neither printed nor coded.
/// - A change of a property is coded if its value is `Codable`, `Equatable`, and `Sendable`; others are only printed.
/// - A `public` type needs `public import Tributary` if imports are internal by default.
///
/// Cost: nothing until a change is printed or coded; the table is then made once for each type.
///
/// Limits:
/// - If the main actor is the default isolation, write `nonisolated struct State`: key paths to isolated properties cannot be sent.
/// - Parts of optionals, elements of collections and dictionaries: they have no names. Give them actions of their own.
/// - Properties with `@available`, `lazy` ones, and those with a `mutating get`: they are left out.
/// - Property wrappers whose value cannot be set: the key path in the expansion does not compile.
/// - Types inside a function: Swift gives them no conformances from macros.
/// - Types that are `private` inside a type: write `private struct State: FormState`, and the macro writes the rest.
@attached(member, names: named(addFormFields(to:)))
@attached(extension, conformances: FormState)
public macro FormState() = #externalMacro(module: "TributaryMacros", type: "FormStateMacro")
