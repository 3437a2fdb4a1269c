// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Writes what a struct of closures needs to be a dependency: ends that report themselves, labels, and a key.
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
/// - An initialiser with a parameter for each property. An end that is left out is not implemented: each call of it is
///   a diagnostic that names it, `SpeechClient.start`. It then throws an `UnimplementedError` if it can, or else
///   returns the value that the source gives it, `nil`, or nothing.
/// - A method for each end whose arguments are named in its type: `speech.start(locale: .current)`. The closure itself
///   can still be called, `speech.start(.current)`, and replaced.
/// - The conformance to `DependencyKey`, unless the client is declared to conform. Its default implements no end, so
///   that a store or a test says what it uses: `$0.speech = .live`. To have a default that works, write the conformance
///   in the file of the client:
///
/// ```swift
/// extension SpeechClient: DependencyKey {
///     static func value(in dependencies: Dependencies) -> SpeechClient {
///         dependencies.isTesting ? SpeechClient() : .live
///     }
/// }
/// ```
/// These members are as visible as the struct, methods as their properties, and nonisolated but for ends that run on an
/// actor.
///
/// An end whose type is that of a function which cannot throw any error, and returns something, has to be given a
/// closure in the source, for what it returns where it is not implemented. Calling that is reported, too.
///
/// Cost: a call is that of a closure. Making a client makes a closure for each end that is left out.
///
/// Limits:
/// - The type of an end must be written out, not hidden behind a type alias.
/// - Properties inside `#if`: an initialiser cannot have parameters there.
/// - Arguments that are `inout`, variadic, or closures that do not escape.
/// - A `public` client needs `public import Tributary` where imports are internal by default.
/// - What a `public` client gives its properties must be public, too: it becomes a default argument.
/// - Structs inside a function, and those that are `private` inside a type: no macro can add a conformance.
@attached(member, names: named(init), arbitrary)
@attached(extension, conformances: DependencyKey, Sendable, names: named(value(in:)))
public macro Client() = #externalMacro(module: "TributaryMacros", type: "ClientMacro")
