// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file

import Tributary

@Client
struct Microphone {
    var open: @Sendable (_ channel: Int) async throws -> String
    var level: @Sendable () -> Int = { 0 }
}

@Client
struct EndWithoutPlaceholder {
    var level: @Sendable () -> Int  // error: 'level' cannot throw, so say what it returns where it is not implemented
}

@Client
struct EndOfOneThread {
    var close: () -> Void  // error: its type must be '@Sendable'
}

typealias Close = @Sendable () -> Void

@Client
struct EndBehindAnAlias {
    var close: Close  // error: if it is a closure, write the type of the closure here
}

@Client  // error: @Client can only be attached to a struct, not to a class
final class ClassAsClient {}

func misspelledEnd(_ client: Microphone) async throws {
    _ = try await client.opne(channel: 1)  // error: has no member 'opne'
}

func misspelledLabel(_ client: Microphone) async throws {
    _ = try await client.open(chanel: 1)  // error: 'chanel:'
}

func misspelledParameter() -> Microphone {
    Microphone(opne: { "\($0)" })  // error: 'opne'
}

func wrongClosure() -> Microphone {
    Microphone(level: { "loud" })  // error: String
}

func forgottenTry(_ client: Microphone) async {
    do { _ = await client.open(channel: 1) } catch {}  // error: call can throw but is not marked with 'try'
}
