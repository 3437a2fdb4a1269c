// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes a struct of closures a dependency: with closures that report missing implementations, methods with labels, and a key.
///
/// ```swift
/// @Client
/// struct SpeechClient {
///     var start: @Sendable (_ locale: Locale) async throws -> Words
///     var stop: @Sendable () async -> Void
///     var isAllowed: @Sendable () -> Bool = { false }
/// }
///
/// extension Dependencies {
///     var speech: SpeechClient {
///         get { self[SpeechClient.self] }
///         set { self[SpeechClient.self] = newValue }
///     }
/// }
/// ```
/// It writes:
///
/// - An initializer with a parameter for each property. A closure that is left out is not implemented: each call of it is a
///   diagnostic that names it, `SpeechClient.start`. It then throws an `UnimplementedError` if it can, or else returns the value of
///   the closure in the source, `nil`, or `Void`.
/// - A method for each closure whose arguments are named in its type: `speech.start(locale: .current)`. You can still call the
///   closure itself, `speech.start(.current)`, and replace it.
/// - The conformance to `DependencyKey`, unless the client is declared to conform. Its default implements no closure, so set the
///   dependency in a store or a test: `$0.speech = .live`. For a default with an implementation, write the conformance in the file
///   of the client:
///
/// ```swift
/// extension SpeechClient: DependencyKey {
///     static func value(in dependencies: Dependencies) -> SpeechClient {
///         dependencies.isTesting ? SpeechClient() : .live
///     }
/// }
/// ```
/// These members have the visibility of the struct, and methods that of their properties. They are nonisolated, except for closures
/// that run on an actor.
///
/// If a closure cannot throw any error and returns a value, give it a closure in the source, which provides the result when it is
/// not implemented. Its call is a diagnostic, too.
///
/// Cost: a call costs as much as that of a closure. Making a client makes a closure for each one that is left out.
///
/// Limits:
/// - The type of a closure must be written out, without a type alias.
/// - Properties inside `#if`: an initializer cannot have parameters there.
/// - Arguments that are `inout`, variadic, or closures that do not escape.
/// - A `public` client needs `public import Tributary` if imports are internal by default.
/// - Initial values in a `public` client must be public, too, because they become default arguments.
/// - Structs inside a function, and those that are `private` inside a type: no macro can add a conformance.
@attached(member, names: named(init), arbitrary)
@attached(extension, conformances: DependencyKey, Sendable, names: named(value(in:)))
public macro Client() = #externalMacro(module: "TributaryMacros", type: "ClientMacro")
