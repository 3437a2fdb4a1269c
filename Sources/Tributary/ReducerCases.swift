// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Turns an enum of reducers into a reducer that runs the current case: one of the screens that a place may show.
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
/// It writes the enums `State` and `Action`, with case paths, an initializer, the `body`, and the conformance to `Reducer`, all
/// with the visibility of the enum.
///
/// - A case with one type and no label is a reducer: `State` and `Action` have cases of the same name with its state and its
///   actions. The reducer is made without arguments, or is the case's default value.
/// - A case with an ``/TributaryPresenting/AlertState`` is a question: `Action` has its answers in a case of the same name. To
///   close it with an answer, pass `closedBy: \.alert` to `ifLet`.
/// - A case without payload, with a label, or with several payloads is a plain state without actions.
///
/// A view reaches a case with `store.scope(case: \.destination.edit, action: \.destination.edit)`. The effects of a case
/// end when the state leaves it (law 8), and an action for a case that is not the current one is a diagnostic (law 7).
///
/// Declare conformances of the state and the actions yourself, as above. If the main actor is the default isolation, write
/// `nonisolated extension Destination.State: Equatable {}`.
///
/// Cost: an action costs one switch and the reducer of its case, for any number of cases.
///
/// Limits:
/// - Two cases with one name, and cases inside `#if`.
/// - Members named `State`, `Action`, or `body`.
/// - Enums inside a function, and those that are `private` inside a type: no macro can add a conformance. For the
///   latter, write `private enum Destination: Reducer`, and the macro writes the rest.
@attached(member, names: named(State), named(Action), named(init), named(body))
@attached(extension, conformances: Reducer)
public macro ReducerCases() = #externalMacro(module: "TributaryMacros", type: "ReducerCasesMacro")
