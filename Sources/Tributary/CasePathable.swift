// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Writes a path for every case of an enum, so that `\.news` names the case `news`.
///
/// ```swift
/// @CasePathable
/// enum Action {
///     case load
///     case loaded([String])
///     case moved(x: Int, y: Int)
/// }
///
/// action.is(\.load)
/// action[case: \.loaded]                  // [String]?
/// CasePath(\Action.AllCasePaths.moved)    // CasePath<Action, (x: Int, y: Int)>
/// ```
/// It writes a nested type `AllCasePaths` with one property per case, a property `allCasePaths` that returns it, and
/// the conformance to `CasePathable` unless the enum declares it. These members are as visible as the enum. They are
/// nonisolated, whatever the default isolation of the module.
///
/// - A case without payload has a path to `Void`. A case with one payload has a path to that, without its label. A
///   case with several payloads has a path to the tuple of them, with their labels.
/// - Cases inside `#if` have their paths inside the same `#if`; cases with `@available` have paths with the same.
/// - The enum and its payloads need not be `Sendable`.
/// - A `public` enum needs `public import Tributary` where imports are internal by default.
///
/// Each use of a path's property makes a new path. The library uses it once, when a tree of reducers is made.
///
/// For the cases with one payload it also writes `caseIndex`, a `switch` by which an action finds the child that it is for:
/// of four or more children, those that are not concerned cost nothing; fewer are asked in turn, which costs less. Cases inside `#if`
/// of which one has `@available`, and cases with `@available` are always found by asking the children in turn.
///
/// Limits:
/// - Two cases with one name and different labels: a key path has no labels. Rename one of them.
/// - Cases or members named `AllCasePaths` or `allCasePaths`: rename them.
/// - A case, or a type inside the enum, with the enum's own name: the paths would mean that one. Rename it.
/// - Enums that are not copyable, as reading a payload copies it.
/// - Enums inside a function: Swift gives them no conformances from macros. Move the enum out of the function.
/// - Enums that are `private` inside a type: no extension can see them. Write `private enum Action: CasePathable`,
///   and the macro writes the rest.
/// - Cases that are unavailable, on any platform: they have no paths.
/// - Cases that another macro adds: a macro does not see the code of other macros.
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(caseIndex))
@attached(extension, conformances: CasePathable)
public macro CasePathable() = #externalMacro(module: "TributaryMacros", type: "CasePathableMacro")
