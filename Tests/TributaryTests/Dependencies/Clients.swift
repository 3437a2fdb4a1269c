// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Tributary

struct Words: Equatable, Sendable {
    var text = ""
}

enum MicrophoneError: Error, Equatable { case absent }

/// A client with ends of all kinds, which no store has to implement.
@Client
struct SpeechClient {
    enum Status: Equatable { case unknown, allowed }

    var start: @Sendable (_ locale: String) async throws -> Words
    var stop: @Sendable () async -> Void
    var status: @Sendable () -> Status = { .unknown }
    var isAllowed: @Sendable (_ locale: String, Int, _ in: Bool) -> Bool = { _, count, isIn in
        count > 0 && isIn
    }
    var last: @Sendable (_ before: Int) -> Words?
    var open: @Sendable (_ number: Int) throws(MicrophoneError) -> Int = { number throws(MicrophoneError) in
        guard number > 0 else { throw .absent }
        return number
    }
    var show: @MainActor @Sendable (_ words: Words) -> Void
    var load: nonisolated(nonsending) @Sendable (_ number: Int) async throws -> Words
    var warm: @MainActor @Sendable (_ degrees: Int) async -> Int = { await SpeechClient.warming($0) }
    var sum: @Sendable (Int, Int) -> Int = fallback
    var onEnd: (@Sendable () -> Void)?
    var name = "speech"
    var volume: Int = 5
    let version: Int = 1
    var summary: String { "\(name) \(volume)" }
    static let other = SpeechClient(name: "never")

    @MainActor
    private static func warming(_ degrees: Int) async -> Int { degrees + 1 }
}

extension SpeechClient {
    /// It has a value, so `name` above is not a parameter.
    private init(name: String) {
        self.init()
        self.name = name
    }
}

/// Has the name of a declaration in the macro's expansion.
private func fallback(_ first: Int, _ second: Int) -> Int { first + second }

extension Dependencies {
    var speech: SpeechClient {
        get { self[SpeechClient.self] }
        set { self[SpeechClient.self] = newValue }
    }
}

/// A client with a default that works.
@Client
public struct WeatherClient {
    /// How warm it is at a place.
    public var temperature: @Sendable (_ place: String) async throws -> Int
}

extension WeatherClient: DependencyKey {
    /// Measures the name of the place, except in tests.
    public static func value(in dependencies: Dependencies) -> WeatherClient {
        dependencies.isTesting ? WeatherClient() : WeatherClient { $0.count }
    }
}

/// A client that is generic, of which there is one for each type.
@Client
struct CacheClient<Key: Sendable, Value: Sendable> {
    var read: @Sendable (_ key: Key) async throws -> Value
    var write: @Sendable (_ value: Value, _ for: Key) async throws -> Void
}

enum Radio {
    /// A client inside another type, with the least in it.
    @Client
    struct StationClient {}
}
