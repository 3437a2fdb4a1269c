// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Writes a reducer of which one case runs at a time, for an enum of reducers: the screens that one place may show.
///
/// ```swift
/// @ReducerCases
/// enum Destination {
///     case edit(Editor)
///     case record(Recording = Recording(limit: .seconds(300)))
///     case meeting(id: Meeting.ID)
///     case help
/// }
/// extension Destination.State: Equatable {}
///
/// struct State { var destination: Destination.State? }
/// @CasePathable enum Action { case destination(Destination.Action) }
/// …
/// .ifLet(\.destination, action: \.destination) { Destination() }
/// ```
/// It writes the enums `State` and `Action`, with case paths, an initialiser, the `body` and the conformance to
/// `Reducer`, all as visible as the enum.
///
/// - A case that holds one type without a label is that of a reducer: the state has its state in a case of the same name,
///   and the actions its actions. It is made without arguments, or by the default value that the case gives it.
/// - A case that holds an ``/TributaryPresenting/AlertState`` is a question: the actions have its answers in a case of the same name.
///   An answer closes it where `ifLet` is told so, `closedBy: \.alert`.
/// - Any other case is a plain state, without actions: one without payload, with a label, or with several payloads.
///
/// A view reaches a case with `store.scope(case: \.destination.edit, action: \.destination.edit)`. The effects of a case
/// end when the state leaves it (law 8), and an action for a case that is not the current one is a diagnostic (law 7).
///
/// Conformances of the state and of the actions are written where they are needed, as above; where the main actor is the
/// default isolation, `nonisolated extension Destination.State: Equatable {}`.
///
/// Cost: an action costs one switch and the reducer of its case, however many cases there are.
///
/// Limits:
/// - Two cases with one name, and cases inside `#if`.
/// - Members named `State`, `Action` or `body`.
/// - Enums inside a function, and those that are `private` inside a type: no macro can add a conformance. For the
///   latter, write `private enum Destination: Reducer`, and the macro writes the rest.
@attached(member, names: named(State), named(Action), named(init), named(body))
@attached(extension, conformances: Reducer)
public macro ReducerCases() = #externalMacro(module: "TributaryMacros", type: "ReducerCasesMacro")
