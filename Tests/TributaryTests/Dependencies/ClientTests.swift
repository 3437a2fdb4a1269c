// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTestSupport

/// The code that `@Client` generates, at run time.
@Suite("@Client", .timeLimit(.minutes(30)))
@MainActor
struct ClientTests {
    private let recorder = DiagnosticRecorder()

    /// Runs a closure, and returns the diagnostics reported in it.
    private func reports(_ run: () async throws -> Void) async throws -> [String] {
        try await DiagnosticReporter.$current.withValue(recorder.reporter) { try await run() }
        return recorder.diagnostics.map(\.message)
    }

    @Test func `a missing endpoint names itself, and throws if it can`() async throws {
        let client = SpeechClient()
        let said = try await reports {
            await #expect(throws: UnimplementedError(name: "SpeechClient.start")) {
                try await client.start(locale: "en")
            }
            await client.stop()
            #expect(client.last(before: 3) == nil)
            client.show(words: Words())
            await #expect(throws: UnimplementedError(name: "SpeechClient.load")) { try await client.load(1) }
        }
        #expect(
            said
                == ["start", "stop", "last", "show", "load"].map {
                    "SpeechClient.\($0) was used, but is not implemented here."
                }
        )
        #expect(recorder.diagnostics.allSatisfy { $0.identifier == .unimplementedDependency })
        let site = recorder.diagnostics.first?.site
        #expect(site?.fileID == "TributaryTests/Clients.swift")
    }

    @Test func `an endpoint returns its default after it was reported`() async throws {
        let client = SpeechClient()
        let said = try await reports {
            #expect(client.status() == .unknown)
            #expect(client.isAllowed(locale: "en", 1, in: true))
            #expect(!client.isAllowed("en", 1, false))
            #expect(throws: MicrophoneError.absent) { try client.open(number: 0) }
            #expect(await client.warm(degrees: 1) == 2)
            #expect(client.sum(1, 2) == 3)
        }
        #expect(
            said
                == ["status", "isAllowed", "isAllowed", "open", "warm", "sum"].map {
                    "SpeechClient.\($0) was used, but is not implemented here."
                }
        )
    }

    @Test func `an end that is given is called with the labels of its type, and without`() async throws {
        var client = SpeechClient(start: { Words(text: $0) }, status: { .allowed })
        client.isAllowed = { locale, count, isIn in locale == "en" && count == 2 && isIn }
        client.open = { number in number + 1 }
        let said = try await reports { () async throws in
            #expect(try await client.start(locale: "en") == Words(text: "en"))
            #expect(try await client.start("de") == Words(text: "de"))
            #expect(client.status() == .allowed)
            #expect(client.isAllowed(locale: "en", 2, in: true))
            #expect(try client.open(number: 1) == 2)
        }
        #expect(said == [])
    }

    @Test func `properties that are not endpoints keep their values`() {
        #expect(SpeechClient().volume == 5)
        #expect(SpeechClient(volume: 7).summary == "speech 7")
        #expect(SpeechClient(onEnd: {}).onEnd != nil)
        #expect(SpeechClient().onEnd == nil)
        #expect(SpeechClient().version == 1)
    }

    @Test func `a client is its own key, and implements nothing until a store sets it`() async {
        struct Feature: Reducer {
            @Dependency(\.speech) var speech
            var body: some Reducer<[SpeechClient.Status], Int> {
                Update { state, _ in state.append(speech.status()) }
            }
        }
        let recorder = recorder
        let bare = Store(initialState: [SpeechClient.Status]()) {
            Feature()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        bare.send(1)
        #expect(bare.state == [.unknown])
        #expect(
            recorder.diagnostics.map(\.message) == [
                "SpeechClient.status was used, but is not implemented here."
            ]
        )

        let store = Store(initialState: [SpeechClient.Status]()) {
            Feature()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
            $0.speech.status = { .allowed }
        }
        store.send(1)
        #expect(store.state == [.allowed])
        #expect(recorder.diagnostics.count == 1)
    }

    @Test func `a conformance that is written by hand is the one that counts`() async throws {
        #expect(try await Dependencies()[WeatherClient.self].temperature(place: "Rome") == 4)
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.diagnosticReporter = recorder.reporter
        let client = dependencies[WeatherClient.self]
        let said = try await reports { _ = try? await client.temperature(place: "Rome") }
        #expect(said == ["WeatherClient.temperature was used, but is not implemented here."])
    }

    @Test func `a generic client is a key for each of its types`() async throws {
        var dependencies = Dependencies()
        dependencies.diagnosticReporter = recorder.reporter
        dependencies[CacheClient<Int, String>.self].read = { "\($0)" }
        #expect(try await dependencies[CacheClient<Int, String>.self].read(key: 3) == "3")
        let other = dependencies[CacheClient<String, String>.self]
        let said = try await reports { try? await other.write(value: "", for: "x") }
        #expect(said == ["CacheClient.write was used, but is not implemented here."])
    }

    @Test func `a client may be empty`() {
        _ = Dependencies()[Radio.StationClient.self]
    }
}
